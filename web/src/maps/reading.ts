/** All that is needed of map files; loaded when the first one comes. */
export { dataOf } from "./data";
export { explain } from "./fault";
export { loadMapFile } from "./load";
export { drawMap } from "./svg";
