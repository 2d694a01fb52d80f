/** `node --import` this to run the repository's TypeScript source in a process of its own, which a test can then kill. */
import { register } from 'node:module'

register('./typescript-hooks.mjs', import.meta.url)
