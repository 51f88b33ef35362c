import { Zip, ZipPassThrough } from 'fflate'
import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { zipAnswer } from '#server/clinic/zip-answer.ts'

interface InvoiceFile {
  id: string
  number: string | null
}

/**
 * Returns all of Carefold's invoices to the clinic as a zip archive of PDFs, newest first.
 * @throws AppError `not_found` without invoices; `payments_unavailable` if the first PDF fails
 */
export const clinicInvoicesZip = outwardAction({
  name: 'clinic-invoices-zip',
  input: z.object({}),
  access: 'billing:write',
  async run(ctx): Promise<Response> {
    const { subdomain, files } = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      await requirePermission(tx, actor, 'billing:write')
      await audit(tx, 'clinic_invoices.downloaded', null, {})
      const clinic = await tx
        .selectFrom('clinics')
        .select('subdomain')
        .where('id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
      const rows: InvoiceFile[] = await tx
        .selectFrom('clinic_invoices')
        .select(['id', 'number'])
        .where('clinic_id', '=', ctx.clinicId)
        .orderBy('issued_at', 'desc')
        .execute()
      return { subdomain: clinic.subdomain, files: rows }
    })
    const [first, ...others] = files
    if (!first) throw new AppError('not_found')
    // before the answer begins, so that an outage is a refusal instead of a broken file
    const firstPdf = await ctx.stripe.commissionInvoices.pdf(first.id)
    return zipAnswer(`carefold-invoices-${subdomain}.zip`, partsOf(ctx, first, firstPdf, others))
  },
})

async function* partsOf(
  ctx: ClinicCtx,
  first: InvoiceFile,
  firstPdf: Uint8Array | null,
  others: InvoiceFile[],
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    made.push(part)
  })
  const add = ({ id, number }: InvoiceFile, pdf: Uint8Array | null) => {
    if (!pdf) return
    const file = new ZipPassThrough(`${(number ?? id).replaceAll(/[^\w.-]/g, '_')}.pdf`)
    file.mtime = ctx.now()
    zip.add(file)
    file.push(pdf, true)
  }
  add(first, firstPdf)
  yield* made.splice(0)
  for (const file of others) {
    add(file, await ctx.stripe.commissionInvoices.pdf(file.id))
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
