/** The borders of a map: outlines cut into arcs, each smoothed once (`han.maps.borders`). */
import {
  mirror,
  reverse,
  smooth,
  straight,
  type Curve,
  type Polyline,
  type Segment,
} from "./geometry";
import type { GameMap, Point, Province } from "./model";
import { edges, keyOf, same } from "./plane";

/** A stretch of outline between two junctions, or a whole outline that has none. */
export interface Arc {
  /** The two neighbours; only one where the province ends at water or wilderness. */
  provinces: readonly string[];
  curve: Curve;
}

const edgeKey = (start: Point, end: Point): string => `${keyOf(start)} ${keyOf(end)}`;
export const pairKey = (pair: Iterable<string>): string => [...new Set(pair)].sort().join(" ");

/** All arcs of a map, and the segment that leads from each outline point to the next. */
export class Borders {
  readonly #segments: ReadonlyMap<string, Segment>;

  constructor(readonly arcs: readonly Arc[]) {
    const found = new Map<string, Segment>();
    for (const { curve } of arcs) {
      for (const segment of curve) found.set(edgeKey(segment[0], segment[3]), segment);
    }
    for (const segment of [...found.values()]) {
      found.set(edgeKey(segment[3], segment[0]), reverse(segment));
    }
    this.#segments = found;
  }

  /** The border that two provinces share. */
  between(first: string, second: string): Arc[] {
    const wanted = pairKey([first, second]);
    return this.arcs.filter(({ provinces }) => pairKey(provinces) === wanted);
  }

  /** Coasts, lake shores and every other place where the provinces end. */
  outside(): Arc[] {
    return this.arcs.filter(({ provinces }) => provinces.length === 1);
  }

  /** Every pair of provinces that share a border. */
  neighbours(): Set<string> {
    const shared = this.arcs.filter(({ provinces }) => provinces.length === 2);
    return new Set(shared.map(({ provinces }) => pairKey(provinces)));
  }

  /** The closed curve through the outline points of a province, or of a lake between; or null. */
  outline(points: Polyline): Curve | null {
    const found = edges(points).map(([start, end]) => this.#segments.get(edgeKey(start, end)));
    return found.every((segment) => segment !== undefined) ? found : null;
  }
}

/** Cut the outlines of a map into arcs and smooth each of them once. */
export function traceBorders({ provinces, outlines }: GameMap): Borders {
  const net = new Net(provinces);
  return new Borders([...net.arcs()].map((points) => traceArc(net, points, outlines)));
}

function traceArc(net: Net, points: Polyline, outlines: string): Arc {
  const before = net.beyond(points[1]!, points[0]!);
  const after = net.beyond(points.at(-2)!, points.at(-1)!);
  const curve = outlines === "curved" ? smooth(points, before, after) : straight(points);
  return { provinces: net.beside(points[0]!, points[1]!), curve };
}

/** The outlines as a graph: the neighbours of each point, and the provinces beside each edge. */
class Net {
  readonly #beside = new Map<string, readonly string[]>();
  readonly #links = new Map<string, { point: Point; others: Point[] }>();

  constructor(provinces: readonly Province[]) {
    for (const { id, outline } of provinces) {
      for (const [start, end] of edges(outline)) this.#add(start, end, id);
    }
  }

  #add(start: Point, end: Point, province: string): void {
    const known = this.#beside.get(edgeKey(start, end));
    if (!known) {
      this.#link(start, end);
      this.#link(end, start);
    }
    const beside = [...(known ?? []), province];
    this.#beside.set(edgeKey(start, end), beside);
    this.#beside.set(edgeKey(end, start), beside);
  }

  #link(point: Point, other: Point): void {
    const link = this.#links.get(keyOf(point)) ?? { point, others: [] };
    this.#links.set(keyOf(point), link);
    link.others.push(other);
  }

  beside(start: Point, end: Point): readonly string[] {
    return this.#beside.get(edgeKey(start, end))!;
  }

  #from(point: Point): Point[] {
    return this.#links.get(keyOf(point))!.others;
  }

  #isJunction(point: Point): boolean {
    return this.#from(point).length > 2;
  }

  /** Each arc once; closed arcs without a junction, such as an island's, come last. */
  *arcs(): Generator<Point[]> {
    const walked = new Set<string>();
    const points = [...this.#links.values()].map(({ point }) => point);
    const junctions = points.filter((point) => this.#isJunction(point));
    const others = points.filter((point) => !this.#isJunction(point));
    for (const start of [...junctions, ...others]) {
      for (const after of this.#from(start)) {
        if (walked.has(edgeKey(start, after))) continue;
        const arc = this.#walk(start, after);
        for (const [index, end] of arc.slice(1).entries()) {
          walked.add(edgeKey(arc[index]!, end));
          walked.add(edgeKey(end, arc[index]!));
        }
        yield arc;
      }
    }
  }

  #walk(start: Point, after: Point): Point[] {
    const arc = [start, after];
    for (let end = after; !same(end, start) && !this.#isJunction(end); end = arc.at(-1)!) {
      const [first, second] = this.#from(end);
      arc.push(same(first!, arc.at(-2)!) ? second! : first!);
    }
    return arc;
  }

  /**
   * The point to which a smooth line from `before` continues after `end`.
   *
   * A coast runs on past a border that meets it, so that the junction makes no kink in it; a border
   * just ends there.
   */
  beyond(before: Point, end: Point): Point {
    let ways = this.#from(end).filter((other) => !same(other, before));
    if (this.#isJunction(end)) {
      const isCoast = this.beside(before, end).length === 1;
      ways = ways.filter((other) => isCoast && this.beside(end, other).length === 1);
    }
    return ways.length === 1 ? ways[0]! : mirror(before, end);
  }
}
