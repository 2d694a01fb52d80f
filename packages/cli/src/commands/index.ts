/** The table of commands; each lives in the file of its name. */
import type { Command } from '../command.js'

export const commands: readonly Command[] = []
