"""The rules and the bots for the browser: the kernels as WebAssembly (`docs/adr/0020-wasm.md`).

`make wasm` brings `web/src/engine/built` up to date. The same sources give the same bytes on every
machine.
"""
