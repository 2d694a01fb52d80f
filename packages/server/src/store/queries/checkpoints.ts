/** The log of heads (heron.md §11): where its passes stand, its leaves and tiles, its checkpoints. */
import { sql } from 'kysely'
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

/** Gives a project its log; one that has it keeps it. */
export const beginTree = query<InProject & { due_at: string }>()((db, p) =>
  db
    .insertInto('checkpoint_trees')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      revision: sql.lit(0),
      size: sql.lit(0),
      nodes_text: sql.lit('[]'),
      signed_size: sql.lit(0),
      number: sql.lit(0),
      stage: sql.lit('idle'),
      from_ms: sql.lit(0),
      after_id: sql.lit(''),
      taken_at: sql.lit(''),
      due_at: p.due_at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_id']).doNothing()),
)

/** The project that waits longest. */
export const nextTree = query<{ now: string }>()((db, p) =>
  db.selectFrom('checkpoint_trees').selectAll().where('due_at', '<=', p.now).orderBy('due_at').limit(1),
)

export const findTree = query<InProject>()((db, p) =>
  db
    .selectFrom('checkpoint_trees')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

/** Holds only while no other worker has moved it. */
export const moveTree = query<
  InProject & {
    expected_revision: number
    revision: number
    size: number
    nodes_text: string
    signed_size: number
    number: number
    stage: string
    from_ms: number
    after_id: string
    taken_at: string
    due_at: string
  }
>()((db, p) =>
  db
    .updateTable('checkpoint_trees')
    .set({
      revision: p.revision,
      size: p.size,
      nodes_text: p.nodes_text,
      signed_size: p.signed_size,
      number: p.number,
      stage: p.stage as 'idle',
      from_ms: p.from_ms,
      after_id: p.after_id,
      taken_at: p.taken_at,
      due_at: p.due_at,
    })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('revision', '=', p.expected_revision),
)

/** The project waits until then. */
export const postponeTree = query<InProject & { due_at: string }>()((db, p) =>
  db
    .updateTable('checkpoint_trees')
    .set({ due_at: p.due_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

export const insertLeaf = insertRow('checkpoint_leaves')(
  'organization_id',
  'project_id',
  'leaf_index',
  'subject',
  'head_hash',
  'entries',
  'ended',
  'leaf_text',
)

export const insertNode = insertRow('checkpoint_nodes')(
  'organization_id',
  'project_id',
  'level',
  'node_index',
  'node_hash',
)

export const insertCheckpoint = insertRow('checkpoints')(
  'organization_id',
  'project_id',
  'number',
  'size',
  'nodes_text',
  'note_text',
  'kid',
  'signature',
  'taken_at',
  'created_at',
)

export const insertWitness = insertRow('checkpoint_witnesses')(
  'organization_id',
  'project_id',
  'name',
  'note_key',
  'added_at',
  'added_by',
)

export const insertCosignature = insertRow('checkpoint_cosignatures')(
  'organization_id',
  'project_id',
  'number',
  'name',
  'signature_line',
  'received_at',
)

/** What was last committed to about a session or a log. */
export const findLastLeaf = query<InProject & { subject: string }>()((db, p) =>
  db
    .selectFrom('checkpoint_leaves')
    .select(['head_hash', 'entries', 'ended'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('subject', '=', p.subject)
    .orderBy('leaf_index', 'desc')
    .limit(1),
)

/** The newest leaf about a subject in the tree of a checkpoint. */
export const findLeafBefore = query<InProject & { subject: string; before: number }>()((db, p) =>
  db
    .selectFrom('checkpoint_leaves')
    .select(['leaf_index', 'leaf_text'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('subject', '=', p.subject)
    .where('leaf_index', '<', p.before)
    .orderBy('leaf_index', 'desc')
    .limit(1),
)

/** Where a session stands, as a leaf says it. */
export const findHeadToCommit = query<InProject & { session_id: string }>()((db, p) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('session_heads as h', (join) =>
      join
        .onRef('h.organization_id', '=', 's.organization_id')
        .onRef('h.project_id', '=', 's.project_id')
        .onRef('h.session_id', '=', 's.id'),
    )
    .select(['s.opened_at', 'h.head_hash', 'h.position', 'h.closed_at'])
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
    .where('s.id', '=', p.session_id),
)

/** Ids ascend with time, so what moved lately is the end of each primary key. */
type Later = InProject & { after_id: string; limit: number }

export const pageOfOpened = query<Later>()((db, p) =>
  db
    .selectFrom('sessions')
    .select(['id', 'id as session_id'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)

export const pageOfAnnounced = query<Later>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['id', 'session_id'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)

/** Close receipts, and resolutions beside them. */
export const pageOfClosings = query<Later>()((db, p) =>
  db
    .selectFrom('receipts')
    .select(['id', 'session_id'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '>', p.after_id)
    .orderBy('id')
    .limit(p.limit),
)

/** Leaves from `from` on and before `before`. */
export const pageOfLeaves = query<InProject & { from: number; before: number; limit: number }>()((db, p) =>
  db
    .selectFrom('checkpoint_leaves')
    .select(['leaf_index', 'subject', 'head_hash', 'entries', 'ended', 'leaf_text'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('leaf_index', '>=', p.from)
    .where('leaf_index', '<', p.before)
    .orderBy('leaf_index')
    .limit(p.limit),
)

export const pageOfNodes = query<InProject & { level: number; from: number; limit: number }>()((db, p) =>
  db
    .selectFrom('checkpoint_nodes')
    .select(['node_index', 'node_hash'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('level', '=', p.level)
    .where('node_index', '>=', p.from)
    .orderBy('node_index')
    .limit(p.limit),
)

export const pageOfCheckpoints = query<InProject & { after_number: number; limit: number }>()((db, p) =>
  db
    .selectFrom('checkpoints')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('number', '>', p.after_number)
    .orderBy('number')
    .limit(p.limit),
)

export const findNewestCheckpoint = query<InProject>()((db, p) =>
  db
    .selectFrom('checkpoints')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('number', 'desc')
    .limit(1),
)

/** The newest one that was signed before a time: nothing that came later is in it. */
export const findCheckpointBefore = query<InProject & { before: string }>()((db, p) =>
  db
    .selectFrom('checkpoints')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('created_at', '<', p.before)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1),
)

export const findCheckpointOfSize = query<InProject & { size: number }>()((db, p) =>
  db
    .selectFrom('checkpoints')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('size', '=', p.size),
)

export const listCosignatures = query<InProject & { number: number }>()((db, p) =>
  db
    .selectFrom('checkpoint_cosignatures')
    .select(['name', 'signature_line'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('number', '=', p.number)
    .orderBy('name'),
)

export const listWitnesses = query<InProject>()((db, p) =>
  db
    .selectFrom('checkpoint_witnesses')
    .select(['name', 'note_key', 'added_at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('name'),
)

/** Newest checkpoint that a witness has signed. */
export const findLastCosigned = query<InProject & { name: string }>()((db, p) =>
  db
    .selectFrom('checkpoint_cosignatures as s')
    .innerJoin('checkpoints as c', (join) =>
      join
        .onRef('c.organization_id', '=', 's.organization_id')
        .onRef('c.project_id', '=', 's.project_id')
        .onRef('c.number', '=', 's.number'),
    )
    .select(['c.number', 'c.size'])
    .where('s.organization_id', '=', p.organization_id)
    .where('s.project_id', '=', p.project_id)
    .where('s.name', '=', p.name)
    .orderBy('s.number', 'desc')
    .limit(1),
)
