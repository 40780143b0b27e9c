import { mount } from "svelte";
import "../../style/index.css";
import Demo from "./Demo.svelte";

mount(Demo, { target: document.querySelector("#app")! });
