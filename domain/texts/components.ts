/** Texts of web/components. */
export const componentTexts = {
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    failed: 'Your browser does not allow copying here. Select the text and copy it yourself.',
  },

  patientChoice: {
    placeholder: 'Type a name',
    found: 'People found',
    nobody: 'No patient with this name.',
    failed: 'Patients could not be searched.',
    change: 'Choose another patient',
  },

  form: {
    save: 'Save changes',
    saving: 'Saving...',
    cancel: 'Cancel',
    savedAt: (time: string) => `Saved ${time}`,
    unsaved: 'Unsaved changes',
  },

  conflict: {
    title: 'Changed on another device',
    text: 'This was saved in another tab or on another device. Your changes are still here; the other fields show the saved version.',
    differs: 'Saved there:',
    empty: 'empty',
    keep: 'Save mine',
    discard: 'Use the saved version',
  },

  leave: {
    title: 'Leave without saving?',
    consequence: 'Your changes on this page have not been saved yet.',
    stay: 'Stay on this page',
    leave: 'Leave without saving',
    /** of a dialog with a form */
    dialog: { unsaved: 'Your entries have not been saved yet.', stay: 'Continue entering' },
  },
} as const

/** In place of a missing name. */
export const nameTexts = {
  pendingUser: 'Pending User',
  unnamed: (idStart: string) => `User ${idStart}`,
} as const

/** Of visits, on pages that show no more of them than their time. */
export const visitTimeTexts = {
  today: 'Today',
  when: (day: string, time: string) => `${day} at ${time}`,
} as const

/** Of the navigation, and of a patient's page. */
export const unreadText = (count: number) => (count === 1 ? '1 unread' : `${count} unread`)
