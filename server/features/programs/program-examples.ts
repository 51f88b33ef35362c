import * as z from 'zod/mini'
import type { ProgramExample } from '#domain/programs/programs.ts'
import { action } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { examplePrograms } from './example-programs.ts'

/** Returns Carefold's example programs, and which of them the clinic has copied. */
export const programExamples = action({
  name: 'program-examples',
  input: z.object({}),
  access: 'content:read',
  async run(tx, ctx): Promise<{ examples: ProgramExample[] }> {
    const copied = await copiedPrograms(tx, ctx.clinicId)
    return {
      examples: examplePrograms.map(({ sessions, ...program }) => ({
        ...program,
        sessions: sessions.map(({ title, description }) => ({ title, description })),
        isCopied: copied.has(program.key),
      })),
    }
  },
})

export async function copiedPrograms(tx: Tx, clinicId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('programs')
    .select('example_key')
    .where('clinic_id', '=', clinicId)
    .where('example_key', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ example_key }) => example_key ?? []))
}
