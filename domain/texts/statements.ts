import { timeZoneText } from '../values/time-zone-text.ts'

/** Wording: docs/specification.md B2.9, B8 and B9. */
export const statementTexts = {
  overview: {
    title: 'Money',
    lead: 'Revenue, payouts and commission.',
    failed: 'Error loading your money page. Please try again.',
    tabs: {
      label: 'Money',
      overview: 'Overview',
      payments: 'Payments',
      payouts: 'Payouts',
      statements: 'Statements',
      reports: 'Reports',
      setup: 'Set-up',
    },
    figures: 'Figures',
    thisMonth: 'Net revenue this month',
    sameDays: (days: string, amount: string) => `vs ${days} (${amount})`,
    noSameDays: (days: string) => `No revenue ${days} to compare with`,
    afterFees: 'After Stripe fees',
    afterFeesNote: (fees: string) => `Net revenue less ${fees}`,
    nextPayout: 'Next payout',
    nextPayoutSent: (date: string) => `Arrives ${date}`,
    nextPayoutWaits: 'In your Stripe balance',
    nextPayoutNone: 'No money waits',
    nextPayoutOwed: 'Owed to Stripe, from your next payments',
    recurring: 'Recurring',
    recurringNote: (plans: number) =>
      `a month from ${plans} ${plans === 1 ? 'subscription' : 'subscriptions'}`,
    failedPayments: 'Failed payments',
    failedCount: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
    noneFailed: 'None open',
    commission: 'Commission so far',
    payouts: 'Connect a payout account to take payments.',
    openSetup: 'Open set-up',
    madeOf: 'Commission details',
    amounts: 'Amount',
    closesAt: (date: string) => `Closes on ${date}`,
    zone: (zone: string) => `Months are in ${timeZoneText(zone)}`,
    tierPolicy: 'Your clinic pays a monthly plan and no commission.',
  },

  month: {
    inProgress: 'Statement in progress',
    closing: 'Being closed',
    closed: 'Closed statements',
    nothingOwed: 'Nothing owed',
    owed: 'Commission owed',
    paid: 'Paid',
    pastDue: 'Past due',
    forgiven: 'Canceled',
    revenue: 'Revenue',
    refunds: 'Refunds and lost disputes',
    carriedIn: 'Carried over from earlier months',
    net: 'Net revenue',
    commission: (percent: string) => `Commission (${percent})`,
    flatMonth: 'Flat fee',
    flatMember: (members: number, fee: string) => `Flat fee (${count(members)} at ${fee})`,
    flatExplanation:
      'Your clinic pays a flat fee instead of a share of its revenue, billed around the 1st of the following month to your saved card.',
    countedExplanation:
      'Members who pay for a plan are counted at the end of the month. Paused members are not counted.',
    explanation:
      '12% on revenue from Wellness Plans and Uninsured Services Plans, calculated on the previous calendar month. Nothing is owed if the plans are unused.',
    failed: 'Error loading your statements. Please try again.',
  },

  list: {
    columns: { month: 'Month', net: 'Net revenue', commission: 'Commission', status: 'Status' },
    tableLabel: 'Closed statements',
    emptyTitle: 'No closed statements yet',
    netOnPhone: 'net revenue',
    closingNow: (month: string, date: string) => `${month} closes on ${date}.`,
  },

  invoice: {
    description: (month: string) => `Carefold commission, ${month}`,
    flatMonth: (month: string) => `Flat fee, ${month}`,
    flatMember: (month: string, members: number, fee: string) =>
      `Flat fee for ${count(members)} at ${fee} each, ${month}`,
    lines: {
      wellness: (month: string) => `Commission on Wellness Plans, ${month}`,
      uninsured: (month: string) => `Commission on Uninsured Services Plans, ${month}`,
      carried: (month: string) => `Carried over from months before ${month}`,
    },
  },

  detail: {
    title: (month: string) => `Statement ${month}`,
    notFoundTitle: 'There is no statement for this month',
    notFound: 'Only closed months have a statement.',
    back: 'Back to money',
    closed: (date: string) => `Closed on ${date}`,
    summary: 'Summary',
    line: 'Statement line',
    lines: 'Every line of this month',
    linesLead:
      'Payments, refunds and lost disputes, dated in the clinic’s time zone. Amounts are without tax.',
    noLines: 'No payments or refunds in this month.',
    columns: {
      date: 'Date',
      kind: 'Type',
      reference: 'Reference',
      invoice: 'Invoice',
      patient: 'Patient',
      amount: 'Amount',
    },
    kinds: {
      charge: 'Payment',
      refund: 'Refund',
      refund_failed: 'Refund failed',
      dispute_lost: 'Lost dispute',
      payment_reversed: 'Payment reversed',
    },
    total: 'Total of the lines',
    calculation: (rate: string, net: string, commission: string) =>
      `${rate} of ${net}, rounded to the cent: ${commission}.`,
    calculationNothing: 'Nothing is owed for a month whose net revenue is zero or less.',
    calculationFlat: 'Your clinic paid a flat fee for this month, independent of its revenue.',
    calculationTier: 'Your clinic paid a monthly plan and no commission in this month.',
    carriedOut: 'Carried forward to the next month',
    tooSmall: 'A commission below $0.50 cannot be charged. The revenue counts in the next month instead.',
    exportCsv: 'Export CSV',
    print: 'Print',
    csvFile: (month: string) => `carefold-statement-${month}.csv`,
  },
} as const

function count(members: number): string {
  return members === 1 ? '1 member' : `${members} members`
}
