import { bookAccountsInput } from '#domain/reports/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/** Stores how the clinic names the ledger's accounts in exported journals; all names at once, an empty one resets it. */
export const saveBookAccounts = action({
  name: 'save-book-accounts',
  input: bookAccountsInput,
  access: 'books:write',
  run: (tx, { clinicId }, { names }) =>
    asSystem(tx, async () => {
      // two saves at once wait for each other here
      await tx.selectFrom('clinics').select('id').where('id', '=', clinicId).forNoKeyUpdate().execute()
      await tx.deleteFrom('book_accounts').where('clinic_id', '=', clinicId).execute()
      const rows = Object.entries(names)
        .filter(([, name]) => name !== '')
        .map(([account, name]) => ({ clinic_id: clinicId, account, name }))
      if (rows.length > 0) await tx.insertInto('book_accounts').values(rows).execute()
      await audit(tx, 'clinic.book_accounts_changed', { type: 'clinic', id: clinicId })
      return {}
    }),
})
