/** What the rules need to know of a map, as numbers (`han.rules.plan`). */
import { variants } from "./built/manifest.json";
import { LETTERS } from "./cards";
import type { MapData } from "./maps";
import type { At, Memory } from "./memory";

/** Write the plan of a map into a record. */
export function writePlan(memory: Memory, plan: At<"Plan">, { shape, removed }: MapData): void {
  const provinces = placesOf(shape.provinces);
  const spaces = placesOf(shape.spaces);
  const number = (name: "display_size" | "variant" | "space_count" | "road_count", value: number) =>
    memory.write("Plan", plan, name, value);
  const numbers = (name: "roads" | "space_provinces" | "ports" | "province_colour" | "alliances") =>
    memory.field("Plan", plan, name);
  memory.clear("Plan", plan);
  number("display_size", shape.display);
  number(
    "variant",
    variants.findIndex(({ name }) => name === shape.variant),
  );
  number("space_count", shape.spaces.length);
  number("road_count", shape.roads.length);
  numbers("province_colour").set(shape.provinces.map(({ colour }) => LETTERS.indexOf(colour)));
  numbers("ports").set(shape.spaces.map(({ port }) => Number(port)));
  numbers("space_provinces").set(
    shape.spaces.flatMap((space) => {
      const [one, other = one] = space.provinces.map((id) => provinces.get(id)!);
      return [one!, other!];
    }),
  );
  numbers("roads").set(shape.roads.flatMap((road) => road.map((id) => spaces.get(id)!)));
  numbers("alliances").set(shape.alliances.flatMap((pair) => pair.map((id) => provinces.get(id)!)));
  for (const [players, cards] of Object.entries(removed)) {
    memory.field("Plan", plan, "removed")[Number(players)] = cards;
  }
}

const placesOf = (items: readonly { id: string }[]): Map<string, number> =>
  new Map(items.map(({ id }, place) => [id, place]));
