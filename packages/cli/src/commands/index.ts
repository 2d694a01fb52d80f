/** The table of commands; each lives in the file of its name. */
import type { Command } from '../command.js'
import { tokenInspect, tokenMint, tokenVerify } from './token.js'

export const commands: readonly Command[] = [tokenVerify, tokenMint, tokenInspect]
