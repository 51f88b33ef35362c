import type { Mutant } from './mutant.ts'

/** Reads that bypass the policies (docs/decisions/0165). */
export const policyMutants: Mutant[] = [
  {
    name: 'a value receipt is read as the system, without its clinic and patient',
    edits: [
      {
        file: 'server/features/value-receipts/open-value-receipt.ts',
        find: 'const receipt = await tx\n',
        replace: 'const receipt = await asSystem(tx, () => tx\n',
      },
      {
        file: 'server/features/value-receipts/open-value-receipt.ts',
        find: `      .where('clinic_id', '=', ctx.clinicId)
      .where('patient_id', '=', patientId)
      .where('id', '=', receiptId)
      .executeTakeFirst()`,
        replace: ".where('id', '=', receiptId).executeTakeFirst())",
      },
    ],
    tests: ['server/features/value-receipts/open-value-receipt.test.ts'],
  },
]
