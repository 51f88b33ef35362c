import { AppError } from '#domain/errors.ts'
import { isTeamRole } from '#domain/memberships/memberships.ts'
import { yearStatementInput } from '#domain/receipts/inputs.ts'
import { type ReceiptFile, yearFileName } from '#domain/receipts/receipts.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'
import { yearDocument } from './year-document.ts'
import { yearFacts } from './year-facts.ts'

/**
 * Returns a patient's payments in a calendar year as a PDF, for tax accounts. The year is in the clinic's time zone.
 * Audits reads by the clinic, because it names a patient.
 * @throws AppError `not_allowed` for team members who may not see money; `second_step_required`; `not_found`, also for
 * a year without a payment
 */
export const yearStatement = outwardAction({
  name: 'year-statement',
  input: yearStatementInput,
  access: 'signed-in',
  system: 'receipts have columns that are granted to no caller',
  async run(ctx, { year, patientId }): Promise<ReceiptFile> {
    const facts = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      const isTeam = actor.isBillingOnly || isTeamRole(actor.role)
      if (isTeam) await requirePermission(tx, actor, 'money:read')
      const own = isTeam ? null : await ownPatientId(tx, actor)
      const whose = isTeam ? patientId : own
      // a patient may read only their own
      if (!whose || (!isTeam && patientId !== null && patientId !== own)) throw new AppError('not_found')
      return asSystem(tx, async () => {
        const found = await yearFacts(tx, ctx, whose, year)
        if (!found) throw new AppError('not_found')
        if (isTeam) await auditPatients(tx, 'year_statement.read', [whose], { year })
        return found
      })
    })
    const pdf = await yearDocument(facts)
    return { fileName: yearFileName(year), base64: Buffer.from(pdf).toString('base64') }
  },
})
