const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)
const rows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)

/** Members, Import from a file. */
export const patientImportTexts = {
  title: 'Import patients',
  lead: 'Bring your patients from another system. You see every row and every first charge before anything is saved.',
  back: 'Members',

  file: {
    title: 'Choose a CSV file',
    hint: 'One patient per row, with column names in the first row. Up to 2,000 rows and 1 MB. Save a spreadsheet as CSV first.',
    columns: 'Name and email are required. Birthday, phone, plan, price and “paid until” are optional.',
    button: 'Choose file',
    other: 'Choose another file',
    chosen: (name: string, count: number) => `${name}: ${rows(count)}`,
    example: 'Download an example',
    exampleName: 'carefold-patients-example.csv',
    encodingTitle: 'Which names are spelled correctly?',
    encodingHint:
      'This file does not say how its letters are stored. If none is correct, save the file as “CSV UTF-8” and choose it again.',
    encodings: {
      'windows-1252': 'Western Europe',
      'windows-1250': 'Central Europe',
      macintosh: 'Older Mac',
      'windows-1251': 'Cyrillic',
      'windows-1254': 'Turkish',
    },
    tooLarge: 'The file is larger than 1 MB. Split it and import the parts one after the other.',
    tooManyRows: (count: number) =>
      `The file has ${rows(count)}; 2,000 can be imported at once. Split it and import the parts one after the other.`,
    empty: 'The file has no rows below the column names.',
    notText: 'This is not a CSV file. In your spreadsheet, choose “Save as” or “Download” and then CSV.',
    broken: (line: number) =>
      `Line ${line} opens a quotation mark that is never closed. Correct the file, then choose it again.`,
  },

  columns: {
    title: 'Match the columns',
    hint: 'Columns with a known name are already matched.',
    none: 'Not in the file',
    firstValue: (value: string) => `First value: ${value}`,
    unnamed: (number: number) => `Column ${number}`,
    dateOrder: 'How are dates written?',
    dateOrders: { mdy: 'Month first: 3/28/2026', dmy: 'Day first: 28/3/2026' },
    missing: 'Choose the columns for name and email.',
    twice: 'Each column can be used only once.',
    check: 'Check the rows',
    checking: 'Checking...',
    failed: 'The rows could not be checked. Please try again.',
  },

  fields: {
    fullName: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    birthday: 'Birthday',
    phone: 'Phone',
    plan: 'Plan',
    price: 'Price',
    paidUntil: 'Already paid until',
  },

  exampleRow: {
    fullName: '',
    firstName: 'Ida',
    lastName: 'Moss',
    email: 'ida.moss@example.com',
    birthday: '1984-03-28',
    phone: '(415) 555-0132',
    plan: '',
    price: '',
    paidUntil: '',
  },

  dryRun: {
    title: 'Preview of the import',
    nothingYet: 'Nothing is saved yet.',
    summary: (ready: number) => `${people(ready)} can be imported.`,
    nobody: 'No patient can be imported from this file.',
    counts: {
      ready: (count: number) => `${count} ready`,
      problem: (count: number) => `${count} with a problem`,
      repeated: (count: number) => `${count} twice in the file`,
      here: (count: number) => `${count} already here`,
    },
    total: (amount: string, count: number) =>
      `First charges if ${count === 1 ? 'this person agrees' : `all ${count} agree`}: ${amount}`,
    caption: 'Rows of the file',
    show: 'Rows shown',
    filters: { all: 'All rows', ready: 'Ready', problem: 'Skipped' },
    heads: { line: 'Line', person: 'Patient', plan: 'Plan', firstCharge: 'First charge', state: 'Result' },
    states: {
      ready: 'Ready',
      problem: 'Problem',
      repeated: 'Twice in the file',
      here: 'Already here',
    },
    repeatedDetail:
      'An earlier row has this address. A family uses one sign-in and adds its members to the plan.',
    hereDetail: 'A person at your clinic has this address, or it was already invited.',
    noPlan: 'No plan',
    paidUntil: (date: string) => `Paid until ${date}`,
    onJoining: 'when they join',
    afterTrial: (days: number) => `${days} days after they join`,
    on: (date: string) => `on ${date}`,
    later:
      'Online payment starts in three days at the earliest, so that no patient pays twice for the same day.',
    consent:
      'The import does not charge any card. Patients with a plan are asked to agree and enter a card, and are first charged on the date above. Already paid days are not charged again, and those patients pay no enrollment fee.',
    more: (count: number) => `Show ${rows(count)} more`,
    failedFile: 'Download skipped rows',
    failedName: 'carefold-skipped-rows.csv',
    problemHead: 'Problem',
  },

  confirm: {
    heading: 'Import',
    invites: 'Email all of them an invitation now',
    invitesHint:
      'The link works for 72 hours. If you do not invite them now, you can do so later under Members.',
    button: (count: number) => `Import ${people(count)}`,
    title: (count: number) => `Import ${people(count)}?`,
    withMail: (count: number) =>
      count === 1
        ? 'The patient is emailed an invitation in your clinic’s name at once.'
        : `All ${count} are emailed an invitation in your clinic’s name at once.`,
    withoutMail: 'No emails are sent. You can invite them later from Members.',
    cancel: 'Go back',
    busy: 'Starting...',
    failed: 'The import could not be started. Nothing was saved. Please try again.',
  },

  progress: {
    title: 'Importing',
    running: (done: number, total: number) => `${done} of ${total} done`,
    leave: 'You can leave this page: the import continues.',
    doneTitle: 'Import finished',
    added: (count: number, invites: boolean) =>
      invites ? `${people(count)} added and invited.` : `${people(count)} added. No emails were sent.`,
    skipped: (count: number) => `${rows(count)} skipped:`,
    reasons: {
      here: 'already here',
      not_allowed: 'you may no longer import',
      refused: 'the address was refused',
      failed: 'could not be added; import this row again',
    },
    toMembers: 'Go to members',
    again: 'Import another file',
    failed: 'The progress could not be loaded. The import continues.',
  },

  problems: {
    none: 'There are no rows to import.',
    tooMany: 'At most 2,000 rows can be imported at once.',
    long: 'Longer than 300 characters.',
    nameMissing: 'The name is missing.',
    nameLong: 'The name is longer than 200 characters.',
    emailMissing: 'The email is missing: the patient signs in with it.',
    email: 'This is not an email address.',
    date: 'Enter the date as 2026-03-28 or 3/28/2026, with a four-digit year.',
    birthday: 'The birthday must be between 1900 and today.',
    phone: 'This is not a phone number. Numbers from other countries begin with +.',
    planMissing: 'Enter the plan for this price or date.',
    planUnknown: 'No published plan has this name.',
    planTwice: 'Two published plans have this name. Rename one of them first.',
    priceMissing: (prices: string) => `Enter one of these prices: ${prices}.`,
    priceUnknown: (prices: string) => `The plan has another price: ${prices}.`,
    paidTooFar: 'More than two years ahead.',
  },
}
