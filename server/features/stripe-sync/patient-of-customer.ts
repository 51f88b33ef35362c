import type { Tx } from '#server/platform/database/transactions.ts'

/** The patient whom a customer of the clinic's account stands for, also one that the clinic has deleted. Role `system`. */
export async function patientOfCustomer(tx: Tx, clinicId: string, customer: string): Promise<string | null> {
  for (const table of ['patient_customers', 'app.former_customers'] as const) {
    const row = await tx
      .selectFrom(table)
      .select('patient_id')
      .where('clinic_id', '=', clinicId)
      .where('stripe_customer', '=', customer)
      .executeTakeFirst()
    if (row) return row.patient_id
  }
  return null
}
