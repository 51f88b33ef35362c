/**
 * The clinic's own pages: dashboard, set-up, plans, join page, money. Wording where given: docs/specification.md B2.9.
 */
export const clinicAreaTexts = {
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    failed: 'Copying is not allowed here. Mark the text and copy it by hand.',
  },

  notAllowed: {
    title: 'Only admins see this page',
    text: 'It shows your clinic’s money or changes what patients pay. Ask an admin of your clinic if you need something from it.',
  },

  checkout: {
    done: 'Thank you',
    confirming: 'Your clinic’s plan becomes active as soon as the payment is confirmed.',
  },

  dashboard: {
    title: (clinic: string) => `${clinic} Dashboard`,
    loading: 'Loading clinic data...',
    asOf: (time: string) => `As of ${time}`,
    refresh: 'Refresh',
    refreshing: 'Refreshing...',
    figures: 'Figures',
    activeSubscriptions: (count: number) =>
      count === 1 ? '1 running membership plan' : `${count} running membership plans`,
    toMoney: 'See the money page',
    toPatients: 'See patients',
    staffNote: 'Admins included',
    seeStaff: 'See staff',
  },

  setup: {
    title: 'Set up your hub',
    progress: (done: number, total: number) => `${done} of ${total} done`,
    progressLabel: 'Set-up steps done',
    done: 'Done',
    steps: {
      profile: {
        title: 'Clinic profile and time zone',
        text: 'Your name, colour and the zone in which days and months are counted.',
        action: 'Complete profile',
      },
      payouts: {
        title: 'Payout account',
        text: 'Where your patients’ payments arrive.',
        action: 'Connect account',
      },
      plan: {
        title: 'First plan',
        text: 'Set a price and what is included, and publish it.',
        action: 'Create a plan',
      },
      'join-page': {
        title: 'Join page',
        text: 'See what patients will see, and copy its address.',
        action: 'Look at it',
      },
      'first-patient': {
        title: 'First patient',
        text: 'Invite somebody, or share the join page.',
        action: 'Invite a patient',
      },
    },
  },

  needsYou: {
    title: 'Needs you today',
    nothing: 'Nothing needs you right now.',
    payouts: {
      restricted: 'Your payout account needs more details before patients can pay.',
      requirements: 'Stripe asks for more details about your payout account.',
      disconnected: 'Your payout account is disconnected. Patients cannot join or pay.',
    },
    failedPayment: (patient: string, plan: string) => `${patient}’s payment for “${plan}” failed.`,
    failedPayments: (count: number) => `${count} patients have a failed payment.`,
    expiringInvitation: (email: string, when: string) => `The invitation of ${email} expires ${when}.`,
    expiredInvitation: (email: string) => `The invitation of ${email} has expired.`,
    invitations: (count: number) => `${count} invitations have expired or expire within a day.`,
    inHours: (hours: number) => (hours === 1 ? 'in 1 hour' : `in ${hours} hours`),
    actions: { payouts: 'Open payout account', payments: 'See payments', members: 'See member' },
  },

  plans: {
    joinPage: 'Your join page',
    joinPageLead:
      'Patients join and pay here. Put the address on your website, in mails, or on a card at the desk.',
    joinPageAction: 'Preview',
    copyAddress: 'Copy address',
    columns: { plan: 'Plan', status: 'Status', price: 'Price', members: 'Members' },
    tableLabel: 'Plans',
    members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
    emptyTitle: 'No plan yet',
    empty:
      'Create the first one: a name, a price, and what is included. Nobody sees it before you publish it.',
    emptyReadOnly: 'Your clinic has no plan yet. An admin can create one.',
    notFoundTitle: 'We could not find this plan',
    notFound: 'It may have been removed, or it belongs to another clinic.',
    backToPlans: 'Back to plans',
    preview: 'What patients see',
    nameEmpty: 'Name of your plan',
    addLine: 'Add a line',
    line: (number: number) => `Line ${number}`,
    /** buttons beside a line are named after what stands in it */
    removeLine: (text: string) => (text ? `Remove “${text}”` : 'Remove the empty entry'),
    moveLineUp: (text: string) => (text ? `Move “${text}” up` : 'Move the empty entry up'),
    moveLineDown: (text: string) => (text ? `Move “${text}” down` : 'Move the empty entry down'),
    amountUnit: (currency: string) => `in ${currency.toUpperCase()}`,
    publishText:
      'It appears on your join page at once. The price and what is included then stay as they are.',
    publishBlocked: 'Not ready to publish yet',
    connectPayouts: 'Connect payout account',
    publishedOn: (date: string) => `On your join page since ${date}.`,
    closedOn: (date: string) => `Closed for new members on ${date}. Present members keep it.`,
    draftReadOnly: 'This plan is a draft. An admin can publish it.',
    changeHint:
      'A published plan does not change for those who hold it. To change it, close it and publish a new one.',
    closeConsequence: (members: number) =>
      `New patients can no longer join it. ${
        members === 0
          ? 'Nobody holds it at the moment.'
          : members === 1
            ? 'The one member who holds it keeps it and goes on paying.'
            : `The ${members} members who hold it keep it and go on paying.`
      }`,
    closeTitle: (plan: string) => `Close “${plan}” for new members?`,
  },

  joinPage: {
    title: 'Join page',
    lead: 'This is what patients see when they open your address.',
    preview: 'Preview of the join page',
    noPlans: 'No published plan yet. Patients who open your address now find nothing to join.',
    invite: 'Invite a patient',
  },

  money: {
    title: 'Money',
    lead: 'What your plans brought in, where it goes, and the commission you owe.',
    failed: 'Error loading your money page. Please try again.',
    thisMonth: 'Revenue this month',
    lastMonth: (amount: string) => `${amount} last month`,
    madeOf: 'What the commission is made of',
    amounts: 'Amount',
    closesAt: (date: string) => `Closes on ${date}`,
    zone: (zone: string) => `Months are counted in ${zone.replaceAll('_', ' ')}`,
    tierPolicy: 'Your clinic pays a monthly plan: no commission is taken.',
    payouts: {
      none: 'Not connected yet',
      noneText:
        'Connect an account to publish plans and take payments. It takes a few minutes; you need your clinic’s details and a bank account.',
      created: 'You have begun. Continue where you left off.',
      details_submitted:
        'Stripe is checking your details. This usually takes a few minutes, rarely a few days.',
      charges_enabled: 'Patients can pay you. Stripe still checks where to send the money.',
      payouts_enabled: 'Patients can pay you, and the money goes to your bank account.',
      restricted: 'Patients cannot pay until Stripe has the details below. Present members keep their plans.',
      disconnected: 'Patients cannot pay. Connect the account again to go on.',
      due: 'Stripe still needs',
      pastDue: 'Overdue',
      provide: 'Provide details',
      reconnect: 'Connect again',
      returned: 'Payout account updated',
      returnedReady: 'Patients can pay you now.',
      refreshFailed: 'The state of your payout account could not be read. Please try again.',
      expired: 'That set-up page had expired. We opened a new one.',
      check: 'Check again',
      checking: 'Checking...',
    },
    statements: {
      columns: { month: 'Month', net: 'Net revenue', commission: 'Commission', status: 'Status' },
      tableLabel: 'Closed statements',
      emptyTitle: 'No closed statement yet',
      closingNow: (month: string, date: string) => `${month} closes on ${date}.`,
    },
    invoices: {
      title: 'Invoices to patients',
      tableLabel: 'Invoices',
      columns: {
        number: 'Invoice',
        patient: 'Patient',
        date: 'Date',
        amount: 'Amount',
        status: 'Status',
        pdf: 'PDF',
      },
      emptyTitle: 'No invoice yet',
      empty: 'The first one appears as soon as a patient joins a plan.',
      noNumber: 'Not numbered yet',
      failed: 'Error loading invoices. Please try again.',
      more: 'Show older invoices',
      loadingMore: 'Loading...',
      paymentFailed: 'Payment failed',
      nextAttempt: (date: string) => `next try ${date}`,
      unknownPatient: 'Former patient',
    },
  },

  statement: {
    title: (month: string) => `Statement ${month}`,
    notFoundTitle: 'There is no statement for this month',
    notFound: 'A statement exists for each month that is closed.',
    back: 'Back to money',
    closed: (date: string) => `Closed on ${date}`,
    summary: 'Summary',
    line: 'Statement line',
    lines: 'Every line of this month',
    linesLead: 'Payments and refunds, dated in the clinic’s time zone. Amounts are without tax.',
    noLines: 'No payment and no refund fell into this month.',
    columns: {
      date: 'Date',
      kind: 'What',
      reference: 'Reference',
      invoice: 'Invoice',
      patient: 'Patient',
      amount: 'Amount',
    },
    kinds: {
      charge: 'Payment',
      refund: 'Refund',
      refund_failed: 'Refund failed',
      commission_owed: 'Commission',
    },
    total: 'Total of the lines',
    calculation: (rate: string, net: string, commission: string) =>
      `${rate} of ${net}, rounded to the cent once: ${commission}.`,
    calculationNothing: 'Nothing is owed for a month whose net revenue is zero or less.',
    calculationTier: 'Your clinic paid a monthly plan in this month: no commission is taken.',
    carriedOut: 'Carried forward to the next month',
    exportCsv: 'Export CSV',
    print: 'Print',
    csvFile: (month: string) => `carefold-statement-${month}.csv`,
  },
} as const
