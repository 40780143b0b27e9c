/** Reckoning in the field of 256 elements that QR codes correct their errors with. */
const POLYNOMIAL = 0x11d;

const exponents = new Uint8Array(255);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  exponents[power] = value;
  logarithms[value] = power;
  value = (value << 1) ^ (value & 0x80 ? POLYNOMIAL : 0);
}

function times(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  return exponents[((logarithms[one] ?? 0) + (logarithms[other] ?? 0)) % 255] ?? 0;
}

/** The product of (x - 2^0) … (x - 2^(degree-1)), the highest power first, without its 1. */
function generator(degree: number): number[] {
  let product = [1];
  for (let power = 0; power < degree; power++) {
    const root = exponents[power] ?? 0;
    const shifted = [...product, 0];
    shifted.forEach((value, index) => {
      shifted[index] = value ^ times(product[index - 1] ?? 0, root);
    });
    product = shifted;
  }
  return product.slice(1);
}

/** The words that let a reader mend a block of data words (Reed and Solomon). */
export function correction(data: readonly number[], count: number): number[] {
  const factors = generator(count);
  const rest = new Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    factors.forEach((value, index) => {
      rest[index] = (rest[index] ?? 0) ^ times(value, factor);
    });
  }
  return rest;
}
