/** Texts of Settings, Your data. */
export const clinicExportTexts = {
  title: 'Your data',
  lead: 'Take everything your clinic keeps here with you, whenever you want.',
  download: {
    title: 'Download everything',
    lead: 'One archive with people, plans, subscriptions, the ledger, appointments, content, messages, files and the audit trail.',
    contents: [
      'Every table twice: as CSV for a spreadsheet, and as JSON for another program.',
      'A manifest with the number of rows and a SHA-256 checksum of every file.',
      'Passwords and second factors stay here: people set new ones where you go.',
    ],
    warning:
      'The archive holds your patients’ health data. Keep it on an encrypted disk, and delete it when you no longer need it. The download is recorded in the audit trail.',
    button: 'Download archive',
    busy: 'Collecting...',
    confirmTitle: 'Download all of your clinic’s data?',
    confirmText:
      'The archive is not encrypted. Whoever has the file can read everything about your patients.',
    cancel: 'Cancel',
    done: 'Archive downloaded',
    doneDetail: (fileName: string) => `${fileName} is in your downloads.`,
    failed: 'The archive could not be downloaded. Please try again.',
  },
}
