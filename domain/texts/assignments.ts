/** Lessons assigned to patients. Wording: docs/specification.md B2.13. */
export const assignmentTexts = {
  assign: 'Assign to Patient',
  assignTitle: (title: string) => `Assign “${title}”`,
  assignTo: (name: string) => `Assign a lesson to ${name}`,
  lead: 'Patients with an account find it in their Learning Center. The email says only that there is something new.',
  form: {
    lesson: 'Lesson',
    chooseLesson: 'Choose a lesson',
    lessonsFailed: 'The lessons could not be loaded.',
    noLessons: 'Nothing is published yet.',
    before: (assigned: string, completed: string | null) =>
      completed
        ? `Completed on ${completed}. If you assign it again, the patient is asked to read it again.`
        : `Assigned on ${assigned}, not completed yet.`,
    /** in the list of lessons, of one that the patient has */
    marked: (title: string, completed: string | null) =>
      completed ? `${title} (completed on ${completed})` : `${title} (assigned)`,
    to: 'Assign to',
    some: 'People I choose',
    plan: 'All patients with a plan',
    patients: 'Patients',
    chosen: 'Chosen',
    remove: (name: string) => `Remove ${name} from the list`,
    planField: 'Plan',
    choosePlan: 'Choose a plan',
    reason: 'Why',
    reasonHint: 'The patient sees this with the lesson.',
    due: 'Due',
    cancel: 'Cancel',
    save: 'Assign',
    saving: 'Assigning...',
  },
  doneFor: (title: string, name: string) => `“${title}” assigned to ${name}`,
  done: ({ assigned, already }: { assigned: number; already: number }) =>
    assigned === 0
      ? already === 0
        ? 'No patient has this plan now'
        : 'All of them have it already'
      : assigned === 1
        ? 'Assigned to 1 patient'
        : `Assigned to ${assigned.toLocaleString('en-US')} patients`,
  doneAlready: (already: number) =>
    already === 0 ? '' : already === 1 ? '1 had it already.' : `${already} had it already.`,
  doneWithoutAccount: (count: number) =>
    count === 0
      ? ''
      : count === 1
        ? '1 has no account yet and can read it after accepting an invitation.'
        : `${count} have no account yet and can read it after accepting an invitation.`,
  failed: 'Nothing was assigned',
  tryAgain: 'Please try again.',

  person: {
    title: 'Lessons',
    inProgress: 'Lessons in progress',
    lead: (name: string) => `Lessons assigned to ${name}.`,
    none: 'No lessons assigned.',
    failed: 'The lessons could not be loaded',
    assign: 'Assign a lesson',
    take: 'Unassign',
    takeNamed: (title: string) => `Unassign “${title}”`,
    taken: 'Lesson unassigned',
    undo: 'Undo',
    takeFailed: 'The lesson could not be unassigned',
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
    withdrawn: 'Unassigned',
  },

  correction: {
    action: 'Update everyone to this version',
    title: (title: string) => `Update everyone to the current “${title}”?`,
    text: 'Patients with an older version get the current one.',
    asksAgain: 'Also ask those who completed the older version to read this one',
    confirm: 'Update everyone',
    cancel: 'Cancel',
    done: (count: number) =>
      count === 0
        ? 'All patients have the current version'
        : count === 1
          ? '1 patient has the current version now'
          : `${count.toLocaleString('en-US')} patients have the current version now`,
    failed: 'The version could not be updated',
  },

  validation: {
    reasonLong: 'Please write at most 300 characters.',
    due: 'Please enter a date.',
    duePast: 'Please enter today or a later day.',
    tooMany: 'Please choose at most 100 people at once.',
    nobody: 'Please choose at least one patient.',
    plan: 'Please choose a plan.',
    lesson: 'Please choose a lesson.',
  },
} as const
