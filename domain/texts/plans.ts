/** Plans: the list, the editor, one plan, and the join page they stand on. */
export const planTexts = {
  kinds: { wellness: 'Wellness plan', uninsured: 'Uninsured services plan' },
  intervals: { month: 'Monthly', year: 'Yearly' },
  perInterval: { month: '/ month', year: '/ year' },
  statuses: { draft: 'Draft', published: 'Published', closed: 'Closed', archived: 'Archived' },

  validation: {
    name: 'Please give the plan a name.',
    nameLength: 'The name may have at most 80 characters.',
    descriptionLength: 'The description may have at most 600 characters.',
    includeLength: 'One line may have at most 120 characters.',
    includesCount: 'At most 12 lines.',
    amount: 'Please enter a price, such as 99 or 99.50.',
    amountLow: 'The price must be at least 0.50.',
    amountHigh: 'The price may be at most 10,000.',
    householdPrice: 'Please enter a price for a child, or the most a household pays.',
    childHigh: 'A child cannot cost more than an adult.',
    householdLow: 'The most a household pays must be more than one adult pays.',
    childAge: 'Please enter an age from 1 to 26.',
    trialDays: 'Please enter 0 to 90 days.',
    pauseMonths: 'Please choose how long a pause may be.',
  },

  /** What payment pages and invoices call each price of a plan. */
  products: {
    adult: (plan: string) => plan,
    child: (plan: string) => `${plan}, child`,
    household: (plan: string) => `${plan}, household`,
    enrolment: (plan: string) => `${plan}, enrolment fee`,
  },

  /** Whom a plan covers, on the join page. */
  household: {
    birthDate: 'Please enter a date of birth, such as 2019-05-31.',
    notBorn: 'This date is in the future.',
    tooMany: 'Please ask the clinic about a household of this size.',
    nobody: 'Please choose at least one person.',
    nameMissing: 'Please enter everybody’s name.',
    single: 'This plan is for one person.',
  },

  list: {
    title: 'Plans',
    lead: 'What your patients can join. A published plan is on your join page.',
    create: 'New plan',
    failed: 'Error loading plans. Please try again.',
  },

  /** What the law of a place demands (`domain/plans/place-law.ts`). */
  law: {
    yearly: (place: string) =>
      `The law of ${place} forbids fees that are paid a year ahead. Choose “Monthly”.`,
    noRefund: (place: string) =>
      `The law of ${place} demands that unearned fees are given back. Choose “Gives the unused time back”.`,
    /** Before the click on leaving, in the editor, and where the place is chosen. */
    leaving: {
      complete_months: (place: string) =>
        `The law of ${place}: a month’s fee is earned once the month is over. Whoever leaves gets back what was paid for the present month and for later ones.`,
      moment: (place: string) =>
        `The law of ${place}: whoever leaves gets back what was paid for the time that is left.`,
      begun_months: (place: string) =>
        `The law of ${place}: whoever leaves gets back what was paid for months that have not begun.`,
    },
  },

  /** Where a clinic says which law that is. */
  place: {
    title: 'State or province',
    lead: 'The law of this place decides what members get back when they leave, and how far ahead they may pay.',
    none: 'No place is chosen, so your plans say what members get back.',
    ownPolicy: (place: string) =>
      `${place}. We know of no law there about fees that are paid ahead, so your plans say what members get back.`,
    monthly: 'Plans there are paid by the month.',
    atMost: (months: number) => `At most ${months} months may be paid ahead.`,
    within: (days: number) => `The law gives you ${days} days for it; Carefold gives it back with the click.`,
    notice: (days: number) =>
      `Before you end somebody’s plan, you give ${days} days’ written notice. Members may leave at once.`,
    source: (statute: string) => `${statute}. Please ask your lawyer whether it applies to you.`,
    choose: 'Choose a place',
    change: 'Change the place',
    field: 'Where your clinic is',
    fieldHint: 'Members keep what the law of an earlier place gives them.',
    empty: 'None',
    countries: { US: 'United States', CA: 'Canada' },
    save: 'Save place',
    saving: 'Saving...',
    saved: 'The place is saved',
    failedTitle: 'The place could not be saved',
    failed: 'Please try again in a moment.',
    loadFailed: 'Your place could not be loaded',
    yearly: (place: string, plans: readonly string[]) =>
      `The law of ${place} forbids fees that are paid a year ahead. First close or change ${plans.map((plan) => `“${plan}”`).join(', ')}.`,
  },

  editor: {
    createTitle: 'New plan',
    kind: 'Kind of plan',
    name: 'Name',
    nameHint: 'Patients see it on the join page, where they pay, and on receipts. Leave health matters out.',
    description: 'Description',
    includes: 'What is included',
    includesHint: 'One line each.',
    interval: 'Paid',
    amount: 'Price',
    amountPerAdult: 'Price for an adult',
    forHouseholds: 'Households can join',
    forHouseholdsHint: 'One person pays for everybody they add: adults and children.',
    childAmount: 'Price for a child',
    childAmountHint: 'Empty: as for an adult.',
    householdAmount: 'The most a household pays',
    householdAmountHint: 'Empty: everybody pays, however many they are.',
    childAge: 'A child is younger than',
    childAgeHint: 'Years. The age at the start of each paid period counts.',
    enrolment: 'Enrolment fee',
    enrolmentHint: 'Once, when joining, for all together.',
    trialDays: 'Free days at the start',
    trialHint: 'The card is saved when joining and charged after these days.',
    pause: 'Pause',
    pauseHint: 'Nothing is charged during a pause, and the plan cannot be used.',
    pauses: (months: number) =>
      months === 0 ? 'Cannot be paused' : months === 1 ? 'Up to 1 month' : `Up to ${months} months`,
    leaving: 'Leaving before the end of a paid period',
    leavingHint: 'Several states require that unused time is given back. Choose yours under Money.',
    leavingRefunds: {
      unused: 'Gives the unused time back',
      none: 'Gives nothing back; the plan runs until the end',
    },
    excludes: 'What is not included',
    excludesHint: 'What patients might expect. One line each.',
    hsaTitle: 'US patients cannot pay for this plan from a health savings account (HSA)',
    hsa: {
      one_person_cap: (cap: string) => `One person may pay up to ${cap}.`,
      household_cap: (cap: string) => `A household may pay up to ${cap}.`,
      bundled: (line: string) =>
        `“${line}” may not be bundled with primary care: prescriptions, anesthesia and outside labs are billed apart.`,
      not_periodic: 'Only a fixed fee for each period fits, not an enrolment fee.',
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
        `It appears on your join page at once, for ${price}. Whoever joins keeps what it says now; you can change it for new members.`,
      keep: 'Not yet',
    },
  },

  move: {
    action: 'Move earlier members',
    title: 'Move earlier members to the present version',
    lead: 'They keep what they agreed to until their renewal after the notice. Nobody is told before you confirm.',
    loading: 'Counting...',
    previewFailed: 'The members could not be counted.',
    nobody: 'Nobody can be moved at the moment.',
    group: (version: number, members: number) =>
      `Version ${version}: ${members} ${members === 1 ? 'member' : 'members'}`,
    price: (from: string, to: string) => `${from} becomes ${to} for an adult.`,
    on: (date: string) => `From ${date}`,
    between: (first: string, last: string) => `From ${first} to ${last}, each at their own renewal`,
    difference: (amount: string, interval: 'month' | 'year') => `Together ${amount} more a ${interval}.`,
    notice: (days: number) =>
      `Everybody gets a mail now, at least ${days} days before they pay the new price, and can cancel until then.`,
    kept: (count: number) =>
      `${count} ${count === 1 ? 'member keeps' : 'members keep'} the present price: a coupon promises it, the plan ends, is paused or unpaid, covers more people, or another change waits.`,
    keep: 'Not now',
    submit: (count: number) => `Announce to ${count} ${count === 1 ? 'member' : 'members'}`,
    busy: 'Announcing...',
    done: (count: number) => `Announced to ${count} ${count === 1 ? 'member' : 'members'}`,
    failed: 'Nobody was told',
  },

  change: {
    action: 'Change for new members',
    title: (plan: string) => `Change “${plan}”`,
    lead: 'New members get what you publish here. Those who hold the plan keep what they agreed to, at their price.',
    publish: 'Publish change',
    back: 'Keep as it is',
    done: 'Plan changed',
    doneText: 'New members get this version from now on.',
    failed: 'The plan could not be changed. Please try again.',
    ask: {
      title: (plan: string) => `Publish this change of “${plan}”?`,
      consequence: (price: string, members: number) =>
        `From now on patients join it for ${price}. ${
          members === 0
            ? 'Nobody holds it at the moment.'
            : members === 1
              ? 'The one member who holds it keeps what they agreed to, at their price.'
              : `The ${members} members who hold it keep what they agreed to, at their price.`
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
    lead: 'A draft with the same price and content. Nobody sees it before you publish it.',
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
    consequence: 'It leaves the list of your plans. What was paid for it stays on every invoice and receipt.',
    keep: 'Keep in the list',
    done: 'Plan archived',
    failed: 'The plan could not be archived. Please try again.',
    show: (count: number) => `Show archived plans (${count})`,
    hide: 'Hide archived plans',
  },

  /** What a plan costs besides the adult's price, in one line each. */
  terms: {
    child: (price: string, age: number) => `Children under ${age}: ${price}`,
    household: (price: string) => `A household pays at most ${price}`,
    enrolment: (price: string) => `${price} once, when joining`,
    trial: (days: number) => (days === 1 ? 'First day free' : `First ${days} days free`),
    law: {
      complete_months: (place: string) =>
        `Whoever leaves gets the present month and later ones back (law of ${place})`,
      moment: (place: string) => `Whoever leaves gets unused time back (law of ${place})`,
      begun_months: (place: string) => `Whoever leaves gets later months back (law of ${place})`,
    },
  },

  page: {
    joinPage: 'Your join page',
    joinPageLead:
      'Patients join and pay here. Put the address on your website, in mails, or on a card at the desk.',
    joinPageAction: 'Preview',
    copyAddress: 'Copy address',
    columns: { plan: 'Plan', status: 'Status', price: 'Price', members: 'Members' },
    tableLabel: 'Plans',
    members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
    membersOf: (count: number, plan: string) =>
      count === 1 ? `1 member of ${plan}` : `${count} members of ${plan}`,
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
    excludedLine: (number: number) => `Not included ${number}`,
    /** buttons beside a line are named after what stands in it */
    removeLine: (text: string) => (text ? `Remove “${text}”` : 'Remove the empty entry'),
    moveLineUp: (text: string) => (text ? `Move “${text}” up` : 'Move the empty entry up'),
    moveLineDown: (text: string) => (text ? `Move “${text}” down` : 'Move the empty entry down'),
    amountUnit: (currency: string) => `in ${currency.toUpperCase()}`,
    publishBlocked: 'Not ready to publish yet',
    connectPayouts: 'Connect payout account',
    saveCard: 'Save a card',
    publishedOn: (date: string) => `On your join page since ${date}.`,
    closedOn: (date: string) => `Closed for new members on ${date}. Present members keep it.`,
    draftReadOnly: 'This plan is a draft. An admin can publish it.',
    changeHint:
      'A published plan can be changed for new members. Those who hold it keep what they agreed to.',
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
} as const
