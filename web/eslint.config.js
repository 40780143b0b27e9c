import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

/** Methods and functions that send something to the server. */
const SENDING_METHODS = "/^(send|why|look|play|undo|takeBack|choose|pick|stopIfForced)$/";
const SENDING_FUNCTIONS =
  "/^(addSalt|ask|createTable|playNow|startGame|closeTable|rematch|standUp|sitDown|resume)$/";

// Commands are sent by event handlers and by what handles messages: an effect that sends may do so
// again whenever something that it reads has changed. Only calls inside the effect itself are
// found, not those of functions that it calls.
const noSendingFromEffects = ['[callee.name="$effect"]', '[callee.object.name="$effect"]'].flatMap(
  (effect) =>
    [`[callee.property.name=${SENDING_METHODS}]`, `[callee.name=${SENDING_FUNCTIONS}]`].map(
      (sending) => ({
        selector: `CallExpression${effect} CallExpression${sending}`,
        message: "Send from an event handler or where a message arrives, not from an effect.",
      }),
    ),
);

// Types are svelte-check's business; rules that need them would take half a minute more.
export default ts.config(
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      "no-restricted-syntax": ["error", ...noSendingFromEffects],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$" }],
      // sets that nothing is drawn from stay plain
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
