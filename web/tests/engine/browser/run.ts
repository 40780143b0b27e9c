/** Runs the engine's tests in a worker and tells the page how they went. */
import "../games.test";
import "../memory.test";
import "../native.test";
import "../texts.test";
import "../told.test";
import "./whole_games";
import { runAll } from "./vitest";

postMessage(await runAll());
