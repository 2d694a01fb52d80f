/**
 * Tiles of the log of heads in the C2SP tlog-tiles layout (heron.md §11): 256 hashes each, or as many as the newest
 * checkpoint covers. Hashes are for everybody with a link; the leaves themselves only from the link's window on.
 */
import { checkpointLeafHash, decodeBase64 } from '@heron/evidence'
import {
  findCheckpointBefore,
  findNewestCheckpoint,
  pageOfLeaves,
  pageOfNodes,
} from '../../store/queries/checkpoints.js'
import type { Reader } from '../../store/store.js'
import { Refusal } from '../refusal.js'
import type { Scope } from './growing-tree.js'

/** Which tile, and how many of its hashes or leaves. */
export type TileAddress = {
  /** 0 are the hashes of leaves, each level above has one hash for a tile of the one below. */
  readonly level: number | 'entries'
  readonly index: number
  readonly width: number
}

const TILE_WIDTH = 256
const MAX_LEVEL = 5

/** Parts of three digits, all but the last marked by `x`; `.p/W` asks for the first W only. */
const PLACE = /^((?:x\d{3}\/){0,4})(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/**
 * Reads a tile's address.
 *
 * @param place UNTRUSTED: what stands behind the level.
 * @returns `null` when it is none.
 */
export function readTileAddress(level: string, place: string): TileAddress | null {
  const [, upper = '', last, width] = PLACE.exec(place) ?? []
  if (last === undefined || !(level === 'entries' || /^[0-5]$/.test(level))) return null
  const index = Number(upper.replaceAll(/[x/]/g, '') + last)
  // One spelling each: no leading part that says nothing.
  if (upper.startsWith('x000/') || (width !== undefined && Number(width) >= TILE_WIDTH)) return null
  const hashes = width === undefined ? TILE_WIDTH : Number(width)
  return { level: level === 'entries' ? level : Number(level), index, width: hashes }
}

/** @throws {Refusal} not_found for what the newest checkpoint does not cover, and for leaves before the window. */
export async function readTile(
  reader: Reader,
  scope: Scope,
  { tile, from }: { readonly tile: TileAddress; readonly from: string },
): Promise<Uint8Array> {
  const newest = await reader.first(findNewestCheckpoint, scope)
  const level = tile.level === 'entries' ? 0 : tile.level
  const first = tile.index * TILE_WIDTH
  const end = first + tile.width
  const there = Math.floor((newest?.size ?? 0) / TILE_WIDTH ** Math.min(level, MAX_LEVEL))
  if (end > there) throw noTile()
  const page = { from: first, before: end, limit: tile.width }
  if (level > 0) {
    const nodes = await reader.all(pageOfNodes, { ...scope, level, from: first, limit: tile.width })
    return joined(nodes.map(({ node_hash }) => decodeBase64(node_hash) ?? new Uint8Array(32)))
  }
  if (tile.level === 'entries') {
    const base = await reader.first(findCheckpointBefore, { ...scope, before: from })
    if (first < (base?.size ?? 0)) throw noTile()
  }
  const leaves = await reader.all(pageOfLeaves, { ...scope, ...page })
  return joined(
    leaves.flatMap(({ leaf_text }) =>
      tile.level === 'entries' ? entryOf(leaf_text) : [checkpointLeafHash(leaf_text)],
    ),
  )
}

/** A leaf behind its length in two bytes. */
function entryOf(text: string): Uint8Array[] {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return [length, bytes]
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(pieces)
}

function noTile(): Refusal {
  return new Refusal('not_found', 'the newest checkpoint has no such tile within the reach of this link')
}
