/** The table of commands, in the order of help; each lives in the file of its name. */
import type { Command } from '../command.js'
import { approve } from './approve.js'
import { backup } from './backup.js'
import { bundleVerify, bundleView } from './bundle.js'
import {
  checkpointCosign,
  checkpointProve,
  checkpointRequest,
  checkpointShow,
  checkpointWitness,
} from './checkpoint.js'
import { conformance } from './conformance.js'
import { copy } from './copy.js'
import { demo } from './demo.js'
import { exportCommand } from './export.js'
import { fsck } from './fsck.js'
import { hook, hookInstall } from './hook.js'
import { init } from './init.js'
import { keysList, keysRotate } from './keys.js'
import { mcp } from './mcp.js'
import { migrate } from './migrate.js'
import { passwordReset } from './password-reset.js'
import { report } from './report.js'
import { serve } from './serve.js'
import { tokenInspect, tokenMint, tokenVerify } from './token.js'
import { vendorKeyImport } from './vendor-key-import.js'
import { verify } from './verify.js'

export const commands: readonly Command[] = [
  init,
  serve,
  demo,
  vendorKeyImport,
  exportCommand,
  verify,
  tokenVerify,
  tokenMint,
  tokenInspect,
  bundleVerify,
  bundleView,
  conformance,
  keysList,
  keysRotate,
  passwordReset,
  checkpointShow,
  checkpointProve,
  checkpointWitness,
  checkpointRequest,
  checkpointCosign,
  backup,
  copy,
  report,
  fsck,
  migrate,
  mcp,
  hook,
  hookInstall,
  approve,
]
