/** The words of the pieces in web/components, which know nothing of clinics. */
export const componentTexts = {
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    failed: 'Copying is not allowed here. Mark the text and copy it by hand.',
  },

  patientChoice: {
    placeholder: 'Type a name',
    found: 'People found',
    nobody: 'No patient of this name.',
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

  /** The same record was saved in another tab or by somebody else. */
  conflict: {
    title: 'Saved elsewhere meanwhile',
    text: 'This was saved in another tab or on another device. What you typed is still here; everything else now shows what was saved.',
    differs: 'Saved there:',
    empty: 'empty',
    keep: 'Save mine',
    discard: 'Use what was saved',
  },

  leave: {
    title: 'Leave without saving?',
    consequence: 'Your changes on this page have not been saved yet.',
    stay: 'Stay on this page',
    leave: 'Leave without saving',
  },
} as const
