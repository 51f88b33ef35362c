export const operatorTexts = {
  title: 'Operator',
  lead: 'Clinics, failures and visitors’ messages. Patients are not shown here.',
  failed: 'The operator’s area could not be loaded.',
  needsSecondStep: {
    title: 'Two-step sign-in needed',
    text: 'The operator’s area requires two-step sign-in. Set it up in your profile, then sign in again.',
    button: 'Open profile',
  },
  tabs: { clinics: 'Clinics', failures: 'Failures', requests: 'Requests' },

  clinics: {
    search: 'Search',
    placeholder: 'Name or address',
    none: 'No clinic found',
    count: (shown: number, total: number) =>
      `Showing ${shown} of ${total} ${total === 1 ? 'clinic' : 'clinics'}`,
    heads: {
      clinic: 'Clinic',
      opened: 'Opened',
      members: 'People',
      policy: 'Billing',
      state: 'State',
      action: 'Action',
    },
    policies: {
      partnership: 'Commission',
      tier: (tier: string | null) => `Tier ${tier ?? ''}`.trim(),
      none: 'Not set up',
    },
    takesPayments: 'Takes payments',
    takesNone: 'No payments yet',
    unpaid: (count: number) => (count === 1 ? '1 statement unpaid' : `${count} statements unpaid`),
    failed: 'The clinics could not be loaded.',
  },

  fee: {
    button: 'Fee',
    buttonOf: (clinic: string) => `Agree on a fee with ${clinic}`,
    title: (clinic: string) => `Fee of ${clinic}`,
    consequence:
      'Applies from the next month, if the clinic has no paid plan. Admins of the clinic see it on their plan page. In states that forbid a share of revenue, agree on a flat fee instead.',
    policy: 'Billing',
    policies: {
      partnership: 'Commission (12%)',
      flat_month: 'Flat fee per month',
      flat_member: 'Flat fee per member and month',
    },
    amount: (currency: string) => `Fee (in ${currency})`,
    invalid: 'Enter an amount between 0.50 and 10,000.',
    keep: 'Keep as it is',
    save: 'Save',
    done: (month: string) => `Agreed from ${month}`,
    failed: 'The fee was not saved',
    perMonth: (fee: string, month: string) => `${fee} a month from ${month}`,
    perMember: (fee: string, month: string) => `${fee} per member from ${month}`,
    commissionFrom: (month: string) => `Commission from ${month}`,
  },

  jobs: {
    title: 'Failed jobs',
    none: 'No job has failed.',
    heads: { queue: 'Job', failed: 'Failed', attempts: 'Attempts', action: 'Retry' },
    hint: 'For the reason, search the server’s log for the job’s name and time.',
    ledger: {
      found: (count: number, id: string, stripe: string, ledger: string) =>
        `${count === 1 ? '1 payment or refund differs' : `${count} payments or refunds differ`} from Stripe: ${id} is ${stripe} there and ${ledger} in the ledger.`,
      todo: 'Retry first: delayed events have usually arrived by now. If it still differs, compare that payment in the clinic’s Stripe account before the month closes.',
    },
  },
  messages: {
    title: 'Messages not sent',
    none: 'Every message was sent.',
    heads: { kind: 'Message', clinic: 'Clinic', queued: 'Written', attempts: 'Attempts', action: 'Retry' },
    channels: { mail: 'Email', sms: 'Text message' },
    ofNone: 'No clinic',
    tried: 'Retried automatically',
  },
  retry: {
    button: 'Retry',
    busy: 'Retrying...',
    done: 'The job runs again',
    failed: 'The job could not be retried. It may have been retried already.',
  },

  requests: {
    title: 'Messages from the contact page',
    none: 'No messages yet.',
    about: { question: 'Question', demo: 'Demo', sales: 'Sales' } as Record<string, string>,
    reply: 'Reply by email',
  },
}
