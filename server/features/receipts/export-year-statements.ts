import { AppError } from '#domain/errors.ts'
import { yearStatementsInput } from '#domain/receipts/inputs.ts'
import { yearArchiveName } from '#domain/receipts/receipts.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { zipAnswer } from '#server/clinic/zip-answer.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { archiveWriter } from '../clinic-export/archive-writer.ts'
import { yearDocument } from './year-document.ts'
import { payersOfYear, yearFacts } from './year-facts.ts'

const patientsPerPart = 50

/**
 * Returns the yearly statements of all patients who paid in a year, in the clinic's zone, as a zip archive that is sent
 * while it is made. Each part is a transaction that checks the permission again and audits the read of its patients.
 * @throws AppError `not_found` for a year without a payment
 */
export const exportYearStatements = outwardAction({
  name: 'export-year-statements',
  input: yearStatementsInput,
  access: 'money:read',
  system: 'receipts have columns that are granted to no caller',
  asksFreshProof: true,
  async run(ctx, { year }): Promise<Response> {
    const { subdomain, payers } = await inPart(ctx, async (tx) => {
      await audit(tx, 'year_statements.exported', null, { year })
      const clinic = await tx
        .selectFrom('clinics')
        .select('subdomain')
        .where('id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
      return { ...clinic, payers: await asSystem(tx, () => payersOfYear(tx, ctx.clinicId, year)) }
    })
    if (payers.length === 0) throw new AppError('not_found')
    return zipAnswer(yearArchiveName(subdomain, year), statements(ctx, year, payers))
  },
})

function inPart<T>(ctx: ClinicCtx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
    await requirePermission(tx, actor, 'money:read')
    return work(tx)
  })
}

async function* statements(ctx: ClinicCtx, year: number, payers: string[]): AsyncGenerator<Uint8Array> {
  const archive = archiveWriter(ctx.now())
  const named = new Map<string, number>()
  for (let start = 0; start < payers.length; start += patientsPerPart) {
    const part = payers.slice(start, start + patientsPerPart)
    const found = await inPart(ctx, async (tx) => {
      await recordRead(tx, ['receipts', 'patients'], part, 'export')
      return asSystem(tx, async () => {
        const facts = []
        for (const patientId of part) facts.push(await yearFacts(tx, ctx, patientId, year))
        return facts.filter((each) => each !== undefined)
      })
    })
    for (const facts of found) {
      const name = fileNamePart(facts.payer.name)
      const count = (named.get(name.toLowerCase()) ?? 0) + 1
      // two patients may have one name, and Windows ignores its case
      named.set(name.toLowerCase(), count)
      const file = archive.file(`${name}${count > 1 ? ` (${count})` : ''} ${year}.pdf`, { isPacked: true })
      file.write(await yearDocument(facts))
      file.end()
      yield* archive.take()
    }
  }
  yield* archive.end()
}

/** Without the characters that Windows refuses in the name of a file. */
function fileNamePart(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ')
    .trim()
    .slice(0, 100)
}
