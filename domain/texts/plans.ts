export const planTexts = {
  kinds: { wellness: 'Wellness plan', uninsured: 'Uninsured services plan' },
  intervals: { month: 'Monthly', year: 'Yearly' },
  perInterval: { month: '/ month', year: '/ year' },
  perAdult: 'for an adult',
  statuses: { draft: 'Draft', published: 'Published', closed: 'Closed', archived: 'Archived' },

  validation: {
    name: 'Please enter a name for the plan.',
    nameLength: 'The name may have at most 80 characters.',
    descriptionLength: 'The description may have at most 600 characters.',
    includeLength: 'One line may have at most 120 characters.',
    includesCount: 'At most 12 lines.',
    amount: 'Please enter a price, such as 99 or 99.50.',
    amountLow: 'The price must be at least 0.50.',
    amountHigh: 'The price may be at most 10,000.',
    householdPrice: 'Please enter a price for a child, or a maximum for a household.',
    childHigh: 'A child cannot cost more than an adult.',
    householdLow: 'The household maximum must be above the price for one adult.',
    childAge: 'Please enter an age from 1 to 26.',
    trialDays: 'Please enter 0 to 90 days.',
    pauseMonths: 'Please choose a maximum pause.',
  },

  /** Names of a plan's prices on payment pages and invoices. */
  products: {
    adult: (plan: string) => plan,
    child: (plan: string) => `${plan}, child`,
    household: (plan: string) => `${plan}, household`,
    enrolment: (plan: string) => `${plan}, enrollment fee`,
  },

  /** on the join page */
  household: {
    birthDate: 'Please enter a date of birth, such as 05/31/2019.',
    notBorn: 'This date is in the future.',
    tooMany: 'Please ask the clinic about a household of this size.',
    nobody: 'Please choose at least one person.',
    nameMissing: 'Please enter the name of each person.',
    single: 'This plan is for one person.',
  },

  list: {
    title: 'Plans',
    lead: 'Plans for your patients. Published plans are on your join page.',
    create: 'New plan',
    failed: 'Error loading plans. Please try again.',
  },

  /** `domain/plans/place-law.ts` */
  law: {
    yearly: (place: string) => `The law of ${place} forbids fees paid a year in advance. Choose “Monthly”.`,
    noRefund: (place: string) =>
      `The law of ${place} requires refunds of unearned fees. Choose “Refund unused time”.`,
    leaving: {
      complete_months: (place: string) =>
        `The law of ${place}: a month’s fee is earned once the month is over. Members who leave are refunded for the current month and later months.`,
      moment: (place: string) =>
        `The law of ${place}: members who leave are refunded for the remaining time.`,
      begun_months: (place: string) =>
        `The law of ${place}: members who leave are refunded for months that have not begun.`,
    },
  },

  place: {
    title: 'State or province',
    lead: 'The law there determines refunds when members leave, and how far in advance they may pay.',
    stateNone: 'Not chosen',
    none: 'No state chosen. Each plan’s own refund rule applies.',
    ownPolicy: (place: string) =>
      `${place}. We know of no law there about fees paid in advance. Each plan’s own refund rule applies.`,
    monthly: 'Plans there are paid monthly.',
    atMost: (months: number) => `Members may pay at most ${months} months in advance.`,
    within: (days: number) => `The law gives you ${days} days for the refund; Carefold refunds at once.`,
    notice: (days: number) =>
      `Give ${days} days’ written notice before you end a member’s plan. Members may leave at once.`,
    source: (statute: string) => `${statute}. Please ask your lawyer whether it applies to you.`,
    choose: 'Choose a state or province',
    change: 'Change the state or province',
    field: 'Location of your clinic',
    fieldHint: 'Members keep their rights under the law of an earlier location.',
    empty: 'None',
    countries: { US: 'United States', CA: 'Canada' },
    save: 'Save location',
    saving: 'Saving...',
    saved: 'The location is saved',
    failedTitle: 'The location could not be saved',
    failed: 'Please try again in a moment.',
    loadFailed: 'Your location could not be loaded',
    yearly: (place: string, plans: readonly string[]) =>
      `The law of ${place} forbids fees paid a year in advance. First close or change ${plans.map((plan) => `“${plan}”`).join(', ')}.`,
  },

  editor: {
    createTitle: 'New plan',
    kind: 'Kind of plan',
    name: 'Name',
    nameHint:
      'Shown to patients on the join page, on the payment page and on receipts. Leave out health information.',
    description: 'Description',
    includes: 'Included',
    includesHint: 'One line each.',
    interval: 'Paid',
    amount: 'Price',
    amountPerAdult: 'Price for an adult',
    forHouseholds: 'Households can join',
    forHouseholdsHint: 'One person pays for all adults and children they add.',
    childAmount: 'Price for a child',
    childAmountHint: 'If empty, the adult price applies.',
    householdAmount: 'Maximum for a household',
    householdAmountHint: 'If empty, there is no maximum.',
    childAge: 'Child price below age',
    childAgeHint: 'The age at the start of each paid period counts.',
    enrolment: 'Enrollment fee',
    enrolmentHint: 'Charged once per household, when joining.',
    trialDays: 'Free days at the start',
    trialHint: 'The card is saved when joining and charged after these days.',
    pause: 'Pause',
    pauseHint: 'Nothing is charged during a pause, and the plan cannot be used.',
    pauses: (months: number) =>
      months === 0 ? 'Cannot be paused' : months === 1 ? 'Up to 1 month' : `Up to ${months} months`,
    leaving: 'If a member leaves early',
    leavingHint: 'Several states require refunds of unused time. Choose your state under Money.',
    leavingRefunds: {
      unused: 'Refund unused time',
      none: 'No refund; the plan runs until the end of the period',
    },
    excludes: 'Not included',
    excludesHint: 'Services that patients might expect. One line each.',
    hsaTitle: 'US patients cannot pay for this plan from a health savings account (HSA)',
    hsa: {
      one_person_cap: (cap: string) => `One person may pay up to ${cap}.`,
      household_cap: (cap: string) => `A household may pay up to ${cap}.`,
      bundled: (line: string) =>
        `“${line}” may not be bundled with primary care: prescriptions, anesthesia and outside labs are billed separately.`,
      not_periodic: 'Only a fixed fee for each period is allowed, not an enrollment fee.',
    },
    hsaPublish: 'You can still publish it.',
    save: 'Save draft',
    saving: 'Saving...',
    saved: 'Draft saved',
    failed: 'The plan could not be saved. Please try again.',
  },

  publish: {
    action: 'Publish',
    busy: 'Publishing...',
    done: 'Plan published',
    doneText: 'It is on your join page now.',
    failed: 'The plan could not be published. Please try again.',
    ask: {
      title: (plan: string) => `Publish “${plan}”?`,
      consequence: (price: string) =>
        `It appears on your join page at once, for ${price}. Members keep the terms they join with; you can change the plan for new members.`,
      keep: 'Not yet',
    },
  },

  move: {
    action: 'Move earlier members',
    title: 'Move earlier members to the current version',
    lead: 'Earlier members keep their terms until their first renewal after the notice period. They are notified only after you confirm.',
    loading: 'Counting...',
    previewFailed: 'The members could not be counted.',
    nobody: 'No members can be moved at the moment.',
    group: (version: number, members: number) =>
      `Version ${version}: ${members} ${members === 1 ? 'member' : 'members'}`,
    price: (from: string, to: string) => `${from} becomes ${to} for an adult.`,
    on: (date: string) => `From ${date}`,
    between: (first: string, last: string) => `From ${first} to ${last}, each at their own renewal`,
    difference: (amount: string, interval: 'month' | 'year') => `${amount} more a ${interval} in total.`,
    notice: (days: number) =>
      `All of them get an email now, at least ${days} days before they pay the new price, and can cancel until then.`,
    kept: (count: number) =>
      `${count === 1 ? '1 member stays' : `${count} members stay`} at the current price. Possible reasons: a coupon guarantees it, or the plan ends, is paused, is unpaid, covers more people or has another change scheduled.`,
    keep: 'Not now',
    submit: (count: number) => `Announce to ${count} ${count === 1 ? 'member' : 'members'}`,
    busy: 'Announcing...',
    done: (count: number) => `Announced to ${count} ${count === 1 ? 'member' : 'members'}`,
    failed: 'The members were not notified',
  },

  change: {
    action: 'Change for new members',
    title: (plan: string) => `Change “${plan}”`,
    lead: 'New members get this version. Existing members keep their terms and price.',
    publish: 'Publish change',
    back: 'Keep as it is',
    done: 'Plan changed',
    doneText: 'New members get this version from now on.',
    failed: 'The plan could not be changed. Please try again.',
    ask: {
      title: (plan: string) => `Publish this change of “${plan}”?`,
      consequence: (price: string, members: number) =>
        `From now on, patients join it for ${price}. ${
          members === 0
            ? 'It has no members at the moment.'
            : members === 1
              ? 'The one existing member stays at the agreed terms and price.'
              : `The ${members} existing members keep their terms and price.`
        }`,
      keep: 'Not yet',
    },
    versions: 'Versions',
    version: (number: number) => `Version ${number}`,
    sold: (from: string, until: string | null) => (until ? `${from} to ${until}` : `since ${from}`),
  },

  duplicate: {
    action: 'Duplicate',
    name: (plan: string) => `${plan} (copy)`,
    lead: 'A draft with the same price and content. Patients see it only after you publish it.',
  },

  close: {
    action: 'Close for new members',
    keep: 'Keep open',
    done: 'Plan closed',
    failed: 'The plan could not be closed. Please try again.',
  },

  archive: {
    action: 'Archive',
    title: (plan: string) => `Archive “${plan}”?`,
    consequence: 'It is removed from your list of plans. Invoices and receipts for it stay.',
    keep: 'Keep in the list',
    done: 'Plan archived',
    failed: 'The plan could not be archived. Please try again.',
    show: (count: number) => `Show archived plans (${count})`,
    hide: 'Hide archived plans',
  },

  /** One line each, below the adult's price. */
  terms: {
    child: (price: string, age: number) => `Children under ${age}: ${price}`,
    household: (price: string) => `A household pays at most ${price}`,
    enrolment: (price: string) => `${price} once, when joining`,
    trial: (days: number) => (days === 1 ? 'First day free' : `First ${days} days free`),
    law: {
      complete_months: (place: string) =>
        `If you leave, the current and later months are refunded (law of ${place})`,
      moment: (place: string) => `If you leave, unused time is refunded (law of ${place})`,
      begun_months: (place: string) => `If you leave, later months are refunded (law of ${place})`,
    },
  },

  page: {
    joinPage: 'Your join page',
    joinPageLead:
      'Patients join and pay here. Share the address on your website, in emails, or on a card at the front desk.',
    joinPageAction: 'Preview',
    copyAddress: 'Copy address',
    columns: { plan: 'Plan', status: 'Status', price: 'Price', members: 'Members' },
    tableLabel: 'Plans',
    members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
    membersOf: (count: number, plan: string) =>
      count === 1 ? `1 member of ${plan}` : `${count} members of ${plan}`,
    emptyTitle: 'No plans yet',
    empty:
      'Create the first one: a name, a price, and what is included. Patients see it only after you publish it.',
    emptyReadOnly: 'Your clinic has no plan yet. An admin can create one.',
    notFoundTitle: 'We could not find this plan',
    notFound: 'It may have been removed, or it belongs to another clinic.',
    backToPlans: 'Back to plans',
    preview: 'Preview for patients',
    nameEmpty: 'Name of your plan',
    addLine: 'Add a line',
    line: (number: number) => `Line ${number}`,
    excludedLine: (number: number) => `Not included ${number}`,
    /** accessible names of a line's buttons */
    removeLine: (text: string) => (text ? `Remove “${text}”` : 'Remove the empty entry'),
    moveLineUp: (text: string) => (text ? `Move “${text}” up` : 'Move the empty entry up'),
    moveLineDown: (text: string) => (text ? `Move “${text}” down` : 'Move the empty entry down'),
    amountUnit: (currency: string) => `in ${currency.toUpperCase()}`,
    publishBlocked: 'Not ready to publish yet',
    connectPayouts: 'Connect payout account',
    saveCard: 'Save a card',
    publishedOn: (date: string) => `On your join page since ${date}.`,
    closedOn: (date: string) => `Closed for new members on ${date}. Existing members keep it.`,
    draftReadOnly: 'This plan is a draft. An admin can publish it.',
    changeHint: 'You can change a published plan for new members. Existing members keep their terms.',
    closeConsequence: (members: number) =>
      `New patients can no longer join it. ${
        members === 0
          ? 'It has no members at the moment.'
          : members === 1
            ? 'The one existing member stays on it and continues to pay.'
            : `The ${members} existing members keep it and continue to pay.`
      }`,
    closeTitle: (plan: string) => `Close “${plan}” for new members?`,
  },

  joinPage: {
    title: 'Join page',
    lead: 'Patients see this page when they open your address.',
    preview: 'Preview of the join page',
    noPlans: 'No published plan yet. Patients who open your address cannot join a plan yet.',
    invite: 'Invite a patient',
  },
} as const
