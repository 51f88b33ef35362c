import * as z from 'zod/mini'
import type { SharedItem, SharedLibraries } from '#domain/content/sharing.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { sharingClinics } from './sharing-clinics.ts'

/**
 * Returns the libraries that the clinic may copy from, with their published content; for admins also the clinics that
 * may copy from its own.
 */
export const sharedLibraries = action({
  name: 'shared-libraries',
  input: z.object({}),
  access: 'content:write',
  system: 'another clinic’s library is readable to no caller',
  run: (tx, ctx): Promise<SharedLibraries> =>
    asSystem(tx, async () => {
      const [sharedWith, sharing] = await Promise.all([
        ctx.actor.role === 'admin'
          ? tx
              .selectFrom('content_library_shares as s')
              .innerJoin('clinics as c', 'c.id', 's.with_clinic_id')
              .select(['c.subdomain', 'c.name'])
              .where('s.clinic_id', '=', ctx.clinicId)
              .orderBy('c.name')
              .execute()
          : [],
        sharingClinics(tx, ctx.clinicId),
      ])
      const items = await publishedItems(
        tx,
        sharing.map(({ clinicId }) => clinicId),
      )
      const itemsOf = Map.groupBy(items, ({ clinicId }) => clinicId)
      return {
        sharedWith: sharedWith.map(({ subdomain, name }) => ({ subdomain: subdomain ?? '', name })),
        libraries: sharing.map(({ clinicId, name }) => ({
          clinicId,
          name,
          items: (itemsOf.get(clinicId) ?? []).map(
            ({ itemId, type, title, category, description }): SharedItem => ({
              itemId,
              type: type as SharedItem['type'],
              title,
              category,
              description: description ?? '',
            }),
          ),
        })),
      }
    }),
})

async function publishedItems(tx: Tx, clinicIds: string[]) {
  if (clinicIds.length === 0) return []
  return tx
    .selectFrom('content_items as i')
    .innerJoin('content_versions as v', (join) =>
      join
        .onRef('v.clinic_id', '=', 'i.clinic_id')
        .onRef('v.item_id', '=', 'i.id')
        .on('v.superseded_at', 'is', null),
    )
    .select([
      'v.clinic_id as clinicId',
      'v.item_id as itemId',
      'v.type',
      'v.title',
      'v.category',
      'v.description',
    ])
    .where('i.clinic_id', 'in', clinicIds)
    .where('v.clinic_id', 'in', clinicIds)
    .where('i.status', '=', 'published')
    .where('i.deleted_at', 'is', null)
    .orderBy('v.title')
    .orderBy('v.item_id')
    .execute()
}
