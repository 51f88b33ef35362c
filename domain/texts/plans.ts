/** Plans: the list and the editor. */
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
  },

  list: {
    title: 'Plans',
    lead: 'What your patients can join. A published plan is on your join page.',
    empty: 'No plan yet. Create the first one: it takes a minute.',
    create: 'New plan',
    failed: 'Error loading plans. Please try again.',
  },

  editor: {
    createTitle: 'New plan',
    editTitle: 'Edit plan',
    kind: 'Kind of plan',
    name: 'Name',
    nameHint: 'Patients see it on the join page and on receipts. Leave health matters out.',
    description: 'Description',
    includes: 'What is included',
    includesHint: 'One line each.',
    interval: 'Paid',
    amount: 'Price',
    hsaWarning:
      'Above the monthly limit up to which US patients can pay from a health savings account (HSA). You can still publish it.',
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
    needsPayouts: 'Connect your payout account first: that is where your patients’ payments arrive.',
  },

  close: {
    action: 'Close for new members',
    confirm: 'New patients can no longer join this plan. Present members keep it and go on paying.',
    keep: 'Keep open',
    done: 'Plan closed',
    failed: 'The plan could not be closed. Please try again.',
  },
} as const
