/** A new installation for a test that is about something else; made in this process, since a spawn costs a second. */
import { join } from 'node:path'
import { createDataDirectory, type CreatedOrganization } from '@heron/server'
import { temporaryFolder } from './temporary-folder.js'

export type Installation = {
  /** Holds the data directory and whatever the test puts beside it. */
  readonly folder: string
  readonly data: string
  readonly created: CreatedOrganization
}

export async function installation(): Promise<Installation> {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const created = await createDataDirectory(data, {
    organizationName: 'Acme',
    projectName: 'Support',
    ownerEmail: 'owner@acme.example',
  })
  return { folder, data, created }
}
