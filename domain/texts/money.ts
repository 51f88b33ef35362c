/** Payments of patients, money of clinics. Wording where given: docs/specification.md B2.7, B2.8, B2.9, B8, B9. */
export const moneyTexts = {
  /** The patient's page, "Payments & Subscription". */
  /** Patients' plans and invoices as the team reads them. */
  pay: {
    statuses: {
      incomplete: 'Waiting for payment',
      incomplete_expired: 'Not started',
      trialing: 'Trial',
      active: 'Active',
      past_due: 'Payment failed',
      unpaid: 'Unpaid',
      canceled: 'Ended',
      paused: 'Paused',
    },
    invoiceStatuses: {
      draft: 'Upcoming',
      open: 'Due',
      paid: 'Paid',
      void: 'Cancelled',
      uncollectible: 'Unpaid',
    },
  },

  /** Where a clinic's money arrives. */
  payouts: {
    title: 'Payout account',
    lead: 'Patients pay you directly. Your own Stripe account receives the money; Carefold never holds it.',
    connect: 'Connect payout account',
    resume: 'Continue set-up',
    busy: 'Opening...',
    failed: 'The set-up page could not be opened. Please try again.',
    states: {
      created: 'Set-up has begun',
      details_submitted: 'Details are being checked',
      charges_enabled: 'Ready to take payments',
      payouts_enabled: 'Ready',
      restricted: 'Stripe needs more details from you',
      disconnected: 'Disconnected',
    },
  },

  /** The clinic's month. */
  statement: {
    inProgress: 'Statement in progress',
    closing: 'Being closed',
    closed: 'Closed statements',
    nothingOwed: 'Nothing owed',
    owed: 'Commission owed',
    revenue: 'Revenue',
    refunds: 'Refunds',
    carriedIn: 'Carried over from earlier months',
    net: 'Net revenue',
    commission: (percent: string) => `Commission (${percent})`,
    closesOn: 'Closes on',
    explanation:
      '12% on revenue from Wellness Plans and Uninsured Services Plans, calculated on the previous calendar month. The statement closes on the 1st of the following month. Nothing is owed if the plans are unused.',
    empty: 'No closed statement yet.',
    failed: 'Error loading your statements. Please try again.',
  },

  dashboard: {
    totalPatients: 'Total Patients',
    activePatients: (count: number) => `${count} active`,
    staff: 'Staff Members',
    manageStaff: 'Manage Staff',
    revenue: 'Monthly Revenue',
    change: (percent: number) => `${percent > 0 ? '+' : ''}${percent}% from last month`,
    noChange: 'No revenue last month to compare with',
  },
} as const
