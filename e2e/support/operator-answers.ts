import type { ActionOutput } from '#web/lib/fetch/actions.ts'

const overview: ActionOutput<'operator-overview'> = {
  clinics: 2,
  failedJobs: [
    {
      ...{ id: crypto.randomUUID(), queue: 'ledger.compare-clinic', failedAt: '2027-03-04T10:00:00Z' },
      ...{ attempts: 3, clinicName: 'Sunrise' },
      ledger: { differences: 2, id: 'ch_1', stripeCents: 700, ledgerCents: 0, currency: 'usd' },
    },
  ],
  failedMessages: [
    {
      ...{
        id: crypto.randomUUID(),
        channel: 'mail',
        template: 'Receipt',
        clinicName: 'Sunrise',
        jobId: null,
      },
      ...{ queuedAt: '2027-03-04T10:00:00Z', attempts: 3 },
    },
  ],
  requests: [
    {
      ...{ id: crypto.randomUUID(), about: 'demo', name: 'Ada Lane', email: 'ada@clinic.test' },
      ...{ clinicName: 'Lane Practice', message: 'Could you show us?', createdAt: '2027-03-04T10:00:00Z' },
    },
  ],
}
const clinics: ActionOutput<'operator-clinics'> = {
  clinics: [
    {
      ...{
        id: crypto.randomUUID(),
        name: 'Sunrise Clinic',
        subdomain: 'sunrise',
        createdAt: '2027-03-04T10:00:00Z',
      },
      ...{ members: 3, policy: 'partnership', tier: null, currency: 'usd', fee: null, takesPayments: true },
      unpaidStatements: 0,
    },
  ],
  total: 1,
}

/** Answers of the operator's pages by path: no demo account is an operator's. */
export const operatorAnswers = {
  '/functions/v1/operator-overview': overview,
  '/functions/v1/operator-clinics': clinics,
}
