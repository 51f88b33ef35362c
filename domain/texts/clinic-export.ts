/** Settings, Your data. */
export const clinicExportTexts = {
  title: 'Your data',
  lead: 'Download all your clinic’s data any time.',
  download: {
    title: 'Download everything',
    lead: 'One archive with people, plans, subscriptions, the ledger, appointments, content, messages, files and the audit trail.',
    contents: [
      'Every table twice: as CSV for a spreadsheet, and as JSON for another program.',
      'A manifest with the number of rows and a SHA-256 checksum of every file.',
      'Passwords and second steps are not included: users set new ones in the new system.',
    ],
    warning:
      'The archive contains your patients’ health data. Store it on an encrypted disk, and delete it when you no longer need it. The download is recorded in the audit trail.',
    button: 'Download archive',
    busy: 'Collecting...',
    confirmTitle: 'Download all of your clinic’s data?',
    confirmText: 'The archive is not encrypted. Anyone with the file can read all your patients’ data.',
    cancel: 'Cancel',
    done: 'Archive downloaded',
    doneDetail: (fileName: string) => `${fileName} is in your downloads.`,
    failed: 'The archive could not be downloaded. Please try again.',
  },
}
