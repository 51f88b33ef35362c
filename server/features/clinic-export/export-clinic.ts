import * as z from 'zod/mini'
import { archiveName } from '#domain/clinic-export/clinic-export.ts'
import { dateIn } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { zipAnswer } from '#server/clinic/zip-answer.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { type ArchiveSource, archiveParts, readStart } from './archive-parts.ts'

/**
 * Returns all data of the clinic as one zip archive: each table as lines of JSON and as CSV, the uploaded files, and a
 * manifest with checksums. Each part is a transaction that checks the permission again; rows are read before the rows
 * that they reference, so that none is missing. Audits reads of all its patients.
 */
export const exportClinic = outwardAction({
  name: 'export-clinic',
  input: z.object({}),
  access: 'clinic:export',
  system: 'an archive has what no caller reads',
  asksFreshProof: true,
  async run(ctx): Promise<Response> {
    const { clinicId, signatures, now } = ctx
    const source: ArchiveSource = {
      ...{ clinicId, signatures, now, store: ctx.files.store },
      read: (work) => inPart(ctx, work),
      recordPatients: (tx, ids) => recordRead(tx, ['patients'], ids, 'export'),
    }
    const start = await inPart(ctx, async (tx) => {
      const found = await readStart(tx, ctx.clinicId)
      await audit(tx, 'clinic.exported')
      return found
    })
    const name = archiveName(start.subdomain, dateIn(ctx.now(), start.time_zone))
    return zipAnswer(name, archiveParts(source, start))
  },
})

function inPart<T>(ctx: ClinicCtx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.transactions.withActor(
    ctx.caller,
    async (tx, actor) => {
      await requirePermission(tx, actor, 'clinic:export')
      return work(tx)
    },
    { timezone: 'UTC' },
  )
}
