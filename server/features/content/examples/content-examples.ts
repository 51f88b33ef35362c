import * as z from 'zod/mini'
import type { ContentExample } from '#domain/content/content.ts'
import { action } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { examples } from './examples.ts'

/** Returns Carefold's example articles, and which of them the clinic has copied. */
export const contentExamples = action({
  name: 'content-examples',
  input: z.object({}),
  access: 'content:read',
  async run(tx, ctx): Promise<{ examples: ContentExample[] }> {
    const copied = await copiedKeys(tx, ctx.clinicId)
    return {
      examples: examples.map(({ document, ...example }) => ({
        ...example,
        isCopied: copied.has(example.key),
      })),
    }
  },
})

export async function copiedKeys(tx: Tx, clinicId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('content_items')
    .select('example_key')
    .where('clinic_id', '=', clinicId)
    .where('example_key', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ example_key }) => example_key ?? []))
}
