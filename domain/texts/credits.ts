/** Credits of payers: words of the clinic's pages. Those of the patient's pages: `invoiceTexts.credit`. */
export const creditTexts = {
  title: 'Credit',
  none: 'No credit. A credit reduces the next invoices.',
  left: (amount: string) => `${amount} for the next invoices`,
  owed: (amount: string) => `${amount} is added to the next invoice`,
  more: (all: number) => `Show all ${all} changes`,
  kinds: {
    given: 'Given',
    taken_back: 'Taken back',
    used: 'Used by an invoice',
    returned: 'Returned by a canceled invoice',
    other: 'Change of a plan or at Stripe',
  },
  entry: (kind: string, reason: string | null) => (reason ? `${kind}: ${reason}` : kind),
  reasons: {
    goodwill: 'Goodwill',
    correction: 'Correction of a price',
    referral: 'Thanks for a referral',
    mistake: 'Entered by mistake',
    agreed: 'Agreed with the patient',
  },
  failed: 'The credit could not be loaded',

  give: {
    open: 'Give credit',
    title: (patient: string) => `Give credit to ${patient}`,
    lead: 'It reduces the next invoices, of plans and of single sales, until it is used. Nothing is paid out.',
    amount: (currency: string) => `Amount (${currency.toUpperCase()})`,
    invalid: (most: string) => `Enter an amount of at most ${most}, such as 20.00.`,
    reason: 'Reason',
    loading: 'Reading the next invoice...',
    next: (date: string, total: string, credit: string, due: string) =>
      `The next invoice, on ${date}, is ${total} less ${credit}: ${due}.`,
    noNext: 'No plan renews now. The credit waits for the next invoice.',
    unknownNext: 'The next invoice could not be read. The credit reduces it all the same.',
    mailed: 'Patients with an account get an email with the amount, without the reason.',
    commission: 'Revenue and commission count what is paid, so a used credit lowers both.',
    keep: 'Cancel',
    action: (amount: string | null) => (amount ? `Give ${amount}` : 'Give credit'),
    busy: 'Giving...',
    done: (amount: string) => `${amount} given. The next invoices are reduced by it.`,
    failedTitle: 'The credit was not given',
    failed: 'Please check the credit before you try again.',
  },

  takeBack: {
    open: (amount: string) => `Take back ${amount}`,
    question: (patient: string, amount: string) => `Take back ${amount} from ${patient}?`,
    consequence:
      'No invoice has used this part of the credit yet. The next invoices are no longer reduced by it. The patient gets an email.',
    reason: 'Reason',
    keep: 'Keep the credit',
    done: 'The unused credit is taken back',
    failedTitle: 'The credit was not taken back',
    failed: 'Please check the credit before you try again.',
  },
} as const
