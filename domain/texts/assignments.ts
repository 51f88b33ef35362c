/** What a clinic asks its patients to read or see, for its team. Wording where given: docs/specification.md B2.13. */
export const assignmentTexts = {
  assign: 'Assign to Patient',
  assignTitle: (title: string) => `Assign “${title}”`,
  assignTo: (name: string) => `Assign a lesson to ${name}`,
  lead: 'They find it in their Learning Center. The mail says only that there is something new.',
  form: {
    lesson: 'Lesson',
    chooseLesson: 'Choose a lesson',
    lessonsFailed: 'The lessons could not be loaded.',
    noLessons: 'Nothing is published yet.',
    to: 'To whom',
    some: 'People I choose',
    plan: 'Everybody on a plan',
    patients: 'Patients',
    patientsHint: 'Type at least two letters of a name.',
    patientsFound: 'Patients found',
    patientsNobody: 'No patient with this name',
    patientsFailed: 'The search failed. Please try again.',
    chosen: 'Chosen',
    remove: (name: string) => `Take ${name} off the list`,
    planField: 'Plan',
    choosePlan: 'Choose a plan',
    reason: 'Why',
    reasonHint: 'The patient reads this beside the lesson.',
    due: 'Due',
    cancel: 'Cancel',
    save: 'Assign',
    saving: 'Assigning...',
  },
  done: ({ assigned, already }: { assigned: number; already: number }) =>
    assigned === 0
      ? already === 0
        ? 'Nobody is on this plan now'
        : 'Everybody has it already'
      : assigned === 1
        ? 'Assigned to 1 patient'
        : `Assigned to ${assigned.toLocaleString('en-US')} patients`,
  doneAlready: (already: number) =>
    already === 0 ? '' : already === 1 ? '1 had it already.' : `${already} had it already.`,
  failed: 'It could not be assigned',
  tryAgain: 'Please try again.',

  resources: {
    label: 'Resources',
    search: 'Search resources',
    category: 'Category',
    allCategories: 'All categories',
    none: 'No resources found',
    empty: 'Nothing is published yet',
    emptyLead: 'What you publish above can be assigned to patients here.',
    failed: 'The resources could not be loaded',
    actionsFor: (title: string) => `Actions for the resource ${title}`,
    more: (count: number) => `Show all ${count}`,
    libraryTitle: 'Resource Library',
    create: 'Create Resource',
  },

  person: {
    title: 'Lessons',
    lead: (name: string) => `What ${name} was asked to read or see.`,
    none: 'Nothing is assigned.',
    failed: 'The lessons could not be loaded',
    assign: 'Assign a lesson',
    take: 'Take back',
    takeNamed: (title: string) => `Take back “${title}”`,
    taken: 'Lesson taken back',
    undo: 'Undo',
    takeFailed: 'The lesson could not be taken back',
    assignedOn: 'Assigned',
    due: 'due',
    completedOn: 'completed',
    opens: 'opens',
    why: 'Why:',
    more: (count: number) => `Show all ${count}`,
    olderVersion: 'An older version',
  },
  states: {
    completed: 'Completed',
    overdue: 'Overdue',
    open: 'Open',
    waiting: 'Not open yet',
    withdrawn: 'Taken back',
  },

  correction: {
    action: 'Push correction',
    title: (title: string) => `Give everybody the current “${title}”?`,
    text: 'Who was assigned an older version reads the current one from now on.',
    asksAgain: 'Also ask those who completed the older version to read this one',
    confirm: 'Push correction',
    cancel: 'Cancel',
    done: (count: number) =>
      count === 0
        ? 'Everybody has the current version'
        : count === 1
          ? '1 patient has the current version now'
          : `${count.toLocaleString('en-US')} patients have the current version now`,
    failed: 'The correction could not be pushed',
  },

  validation: {
    reasonLong: 'Please write at most 300 characters.',
    due: 'Please enter a date.',
    tooMany: 'Please choose at most 100 people at once.',
    nobody: 'Please choose somebody.',
    plan: 'Please choose a plan.',
    lesson: 'Please choose a lesson.',
  },
} as const
