/** Wording: docs/specification.md B2.9. */
export const dashboardTexts = {
  page: {
    title: (clinic: string) => `${clinic} Dashboard`,
    loading: 'Loading clinic data...',
    asOf: (day: string, time: string) => `${day}, as of ${time}`,
    refresh: 'Refresh',
    refreshing: 'Refreshing...',
    figures: 'Figures',
    staffNote: 'Admins included',
  },

  tabs: {
    label: 'Dashboard',
    today: 'Today',
    overview: 'Overview',
    patients: 'Patients',
    staff: 'Staff',
    billing: 'Billing',
  },

  members: {
    failed: 'The figures could not be loaded.',
    none: 'The figures start with your first paid plan.',
    recurringNote: (amount: string | null) =>
      `Recurring revenue: one twelfth of each yearly plan counts per month, after coupons and before tax. A household counts once; free days and pauses do not count.${amount ? ` ${amount} of it is past due.` : ''}`,
    flow: 'Patients on a plan by month',
    flowSentence: (members: number, joined: number, lost: number) =>
      `${members} ${members === 1 ? 'patient' : 'patients'} on a plan at the start of this month; ${joined} new, ${lost} lost so far.`,
    flowNote:
      'Patients who pay for a plan. Returning patients are not counted as new. Churn = patients lost in the month / patients at its start. Paused plans are not counted as lost.',
    columns: {
      month: 'Month',
      members: 'At start',
      paused: 'Paused',
      joined: 'New',
      rejoined: 'Back',
      lost: 'Lost',
      churn: 'Churn',
      quiet: 'Quiet',
    },
    quietPeriod: 'Quiet without contact for',
    quietNote: (since: string) =>
      `Patients who pay and, at the end of the month, had not visited, written, read or signed in for this long. Counted since ${since}.`,
    reasons: 'Why patients left',
    reasonsSentence: (lost: number) =>
      `${lost === 0 ? 'No patients left' : lost === 1 ? '1 patient left' : `${lost} patients left`} in the last twelve months.`,
    reason: {
      payment: 'Payment failed',
      left: 'Left early, refunded',
      canceled: 'Canceled',
      clinic: 'Ended by the clinic',
    },
    tableOf: (figure: string) => `${figure}, table`,
    because: 'Reason',
    count: 'Patients',
    cohorts: 'Patient retention',
    cohortsSentence:
      'Of the patients who first paid in a given month: the share that still pays at the end of that month and of each later month.',
    cohort: 'First paid in',
    size: 'Patients',
    after: (months: number) => (months === 0 ? 'That month' : `+${months}`),
    nobody: '–',
  },

  subscription: {
    title: 'Subscription',
    plan: 'Plan',
    status: 'Status',
    renews: 'Renews on',
    ends: 'Ends on',
    partnership: 'Partnership',
    partnershipStatus: 'Active',
    manage: 'Manage Subscription',
    failed: 'The subscription could not be loaded.',
  },

  usage: {
    title: 'Plan Usage',
    patients: 'Patients',
    staff: 'Staff',
    storage: 'Storage',
    storageFailed: 'Storage could not be loaded.',
    of: (used: string, limit: string) => `${used} of ${limit}`,
    notLimited: (patients: number, staff: number) =>
      `Your plan has no limit for patients or staff. These bars compare your clinic with one of ${patients} patients and ${staff} staff.`,
  },

  quickLinks: {
    title: 'Quick Links',
    addPatient: 'Add Patient',
    scheduleAppointment: 'Schedule Appointment',
    createContent: 'Create Content',
    settings: 'Settings',
  },

  patients: {
    recent: 'Recent Patients',
    all: 'View All Patients',
    none: 'No patients yet.',
    noneText: 'Invite your first patient by email, or share your join page.',
    hidden: 'Sign in with your second step to see patients’ names.',
    failed: 'The patients could not be loaded.',
    noPlan: 'No plan',
    columns: { patient: 'Patient', plan: 'Plan', status: 'Status', joined: 'Joined' },
  },

  staff: {
    manage: 'Manage Staff',
    columns: { name: 'Name', role: 'Role', lastActive: 'Last Active' },
  },

  billing: {
    all: 'All payments and statements',
  },

  figures: {
    totalPatients: 'Total Patients',
    activePatients: (count: number) => `${count} active`,
    staff: 'Staff Members',
    manageStaff: 'Manage Staff',
    visits: 'Appointments today',
    upcomingVisits: (count: number) => `${count} upcoming this week`,
    revenue: 'Monthly Revenue',
    change: (percent: number) => `${percent > 0 ? '+' : ''}${percent}% from last month`,
    noChange: 'No revenue last month to compare with',
  },

  setup: {
    title: 'Set up your hub',
    progress: (done: number, total: number) => `${done} of ${total} done`,
    progressLabel: 'Set-up steps done',
    done: 'Done',
    steps: {
      profile: {
        title: 'Clinic profile and time zone',
        text: 'Your name, color and time zone.',
        action: 'Complete profile',
      },
      'second-step': {
        title: 'Two-step sign-in',
        text: 'Protects your patients’ data. Needed for payouts, your team and the first patient.',
        action: 'Set up two-step sign-in',
      },
      payouts: {
        title: 'Payout account',
        text: 'Receives your patients’ payments.',
        action: 'Connect account',
      },
      hours: {
        title: 'Hours and providers',
        text: 'Providers and their hours. Patients can book online after this.',
        action: 'Set hours',
      },
      card: {
        title: 'Card for the commission',
        text: 'Nothing is charged while your plans earn nothing.',
        action: 'Add a card',
      },
      plan: {
        title: 'First plan',
        text: 'Set a price and what is included, and publish it.',
        action: 'Create a plan',
      },
      'join-page': {
        title: 'Join page',
        text: 'Preview your join page, and copy its address.',
        action: 'Preview join page',
      },
      'first-patient': {
        title: 'First patient',
        text: 'Invite a patient, or share the join page.',
        action: 'Invite a patient',
      },
    },
  },

  needsYou: {
    /** about recovery codes */
    recovery: {
      none: 'You have no recovery codes yet. Without them, a lost phone locks you out.',
      unkept: 'You have not saved your recovery codes yet. Without them, a lost phone locks you out.',
    },
    title: 'Needs you today',
    nothing: 'Nothing needs you right now.',
    failed: 'Some of it could not be loaded.',
    unread: (count: number) =>
      count === 1 ? '1 conversation has unread messages.' : `${count} conversations have unread messages.`,
    requested: (count: number) =>
      count === 1
        ? '1 requested visit waits for an answer.'
        : `${count} requested visits wait for an answer.`,
    openVisits: (count: number) =>
      count === 1 ? '1 visit has no outcome yet.' : `${count} visits have no outcome yet.`,
    calls: (count: number) =>
      count === 1
        ? '1 call to make about a visit: no message reaches the patient.'
        : `${count} calls to make about visits: no message reaches the patients.`,
    overdueTasks: (count: number) =>
      count === 1 ? '1 of your tasks is overdue.' : `${count} of your tasks are overdue.`,
    tasksDueToday: (count: number) =>
      count === 1 ? '1 of your tasks is due today.' : `${count} of your tasks are due today.`,
    feedback: (count: number) =>
      count === 1
        ? '1 patient’s feedback has no answer yet.'
        : `${count} entries of feedback have no answer yet.`,
    outside: (count: number, provider: string) =>
      count === 1
        ? `One visit lies outside the hours of ${provider}.`
        : `${count} visits lie outside the hours of ${provider}.`,
    payouts: {
      restricted: 'Your payout account needs more details before patients can pay.',
      requirements: 'Stripe asks for more details about your payout account.',
      disconnected: 'Your payout account is disconnected. Patients cannot join or pay.',
    },
    failedPayment: (patient: string, plan: string) => `${patient}’s payment for “${plan}” failed.`,
    lastStep: {
      retried: (when: string) => `Retried ${when}: failed again.`,
      'link sent': (when: string) => `Link sent ${when}.`,
    },
    failedPayments: (count: number) => `${count} patients have a failed payment.`,
    overdueInvoice: (patient: string, amount: string, date: string) =>
      `${patient}’s invoice of ${amount} is overdue since ${date}.`,
    overdueInvoices: (count: number) => `${count} invoices are overdue.`,
    expiringInvitation: (email: string, when: string) => `The invitation for ${email} expires ${when}.`,
    expiredInvitation: (email: string) => `The invitation for ${email} has expired.`,
    invitations: (count: number) => `${count} invitations have expired or expire within a day.`,
    uninvited: (count: number) =>
      count === 1 ? '1 patient is not invited yet.' : `${count} patients are not invited yet.`,
    commission: (amount: string, months: string) => `You owe ${amount} commission for ${months}.`,
    commissionPastDue: (amount: string, months: string) =>
      `Your payment of ${amount} commission for ${months} did not go through.`,
    tierPastDue: (amount: string) => `Your payment of ${amount} for your Carefold plan did not go through.`,
    fromTo: (first: string, last: string) => `${first} to ${last}`,
    inHours: (hours: number) => (hours === 1 ? 'in 1 hour' : `in ${hours} hours`),
    /** for readers who may retry the card */
    fixPayment: 'Fix payment',
    actions: {
      payouts: 'Open payout account',
      'failed-payments': 'See failed payments',
      'open-invoices': 'See open invoices',
      members: 'See invitation',
      uninvited: 'See patients',
      statements: 'See statements',
      billing: 'Open billing',
      'recovery-codes': 'Get recovery codes',
      messages: 'Read messages',
      handover: 'Move visits',
      requests: 'See requests',
      'open-visits': 'See visits',
      calls: 'See calls',
      tasks: 'See tasks',
      feedback: 'Read feedback',
    },
  },

  year: {
    title: 'Revenue',
    sentence: (total: string, best: string) => `${total} in the last twelve months, most in ${best}.`,
    month: 'Month',
    amount: 'Revenue',
  },

  renewals: {
    title: 'Next renewals',
    all: 'All patients',
  },

  waiting: {
    title: 'Open invitations',
    all: 'All invitations',
    validUntil: (date: string) => `Valid until ${date}`,
    expired: 'Expired',
    resend: 'Resend',
    resendTo: (email: string) => `Resend the invitation for ${email}`,
  },

  listsFailed: 'The next renewals and open invitations could not be loaded.',
} as const
