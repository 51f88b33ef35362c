import { plainText, referenceTo } from './codes.ts'
import type { Practitioner, Schedule } from './resources.ts'

export interface ProviderRow {
  id: string
  name: string
  title: string
  isActive: boolean
  /** ISO */
  updatedAt: string
}

export function practitionerResource(row: ProviderRow): Practitioner {
  return {
    resourceType: 'Practitioner',
    id: row.id,
    meta: { lastUpdated: row.updatedAt },
    active: row.isActive,
    name: [{ text: plainText(row.name) }],
    ...(row.title && { qualification: [{ code: { text: plainText(row.title) } }] }),
  }
}

/** Each provider has one schedule, under the provider's id. */
export function scheduleResource(row: Pick<ProviderRow, 'id' | 'isActive' | 'updatedAt'>): Schedule {
  return {
    resourceType: 'Schedule',
    id: row.id,
    meta: { lastUpdated: row.updatedAt },
    active: row.isActive,
    actor: [referenceTo('Practitioner', row.id)],
  }
}
