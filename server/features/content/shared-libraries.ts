import * as z from 'zod/mini'
import type { SharedItem, SharedLibraries } from '#domain/content/sharing.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

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
      const [sharedWith, rows] = await Promise.all([
        ctx.actor.role === 'admin'
          ? tx
              .selectFrom('content_library_shares as s')
              .innerJoin('clinics as c', 'c.id', 's.with_clinic_id')
              .select(['c.subdomain', 'c.name'])
              .where('s.clinic_id', '=', ctx.clinicId)
              .orderBy('c.name')
              .execute()
          : [],
        tx
          .selectFrom('content_library_shares as s')
          .innerJoin('clinics as c', 'c.id', 's.clinic_id')
          .leftJoin('content_items as i', (join) =>
            join
              .onRef('i.clinic_id', '=', 's.clinic_id')
              .on('i.status', '=', 'published')
              .on('i.deleted_at', 'is', null),
          )
          .leftJoin('content_versions as v', (join) =>
            join
              .onRef('v.clinic_id', '=', 'i.clinic_id')
              .onRef('v.item_id', '=', 'i.id')
              .on('v.superseded_at', 'is', null),
          )
          .select([
            's.clinic_id as clinicId',
            'c.name',
            'v.item_id as itemId',
            'v.type',
            'v.title',
            'v.category',
            'v.description',
          ])
          .where('s.with_clinic_id', '=', ctx.clinicId)
          .orderBy('c.name')
          .orderBy('v.title')
          .orderBy('v.item_id')
          .execute(),
      ])
      const libraries = new Map<string, SharedLibraries['libraries'][number]>()
      for (const { clinicId, name, itemId, type, title, category, description } of rows) {
        const library = libraries.get(clinicId) ?? { clinicId, name, items: [] }
        libraries.set(clinicId, library)
        if (itemId && type && title !== null && category !== null)
          library.items.push({
            itemId,
            type: type as SharedItem['type'],
            title,
            category,
            description: description ?? '',
          })
      }
      return {
        sharedWith: sharedWith.map(({ subdomain, name }) => ({ subdomain: subdomain ?? '', name })),
        libraries: [...libraries.values()],
      }
    }),
})
