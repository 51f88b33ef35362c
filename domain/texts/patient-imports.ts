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
    columns: 'Only the name is required. Email, birthday, phone, plan, price and “paid until” are optional.',
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
    orderShown: (date: string) => `As “${date}” in your file shows.`,
    orderUnknown: 'Your file does not show it: each date could be read in both ways.',
    choose: 'Choose',
    orderMissing: 'Choose whether dates begin with the month or the day.',
    century: 'Years with two digits',
    centuries: { recent: 'As late as possible: 16 is 2016', past: 'As early as possible: 16 is 1916' },
    centuryUnknown: (date: string) => `“${date}” could be in either century.`,
    centuryMissing: 'Choose how years with two digits are read.',
    turnsNames: 'Turn names with a comma around',
    turnsNamesHint: (written: string, turned: string) => `“${written}” becomes “${turned}”.`,
    missing: 'Choose the column with the name.',
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
    summary: (count: number) => `${people(count)} will be added.`,
    nobody: 'No patient will be added.',
    counts: {
      filled: (count: number) => `${count} existing ${count === 1 ? 'record' : 'records'} completed`,
      skipped: (count: number) => `${count} skipped`,
      withoutEmail: (count: number) => `${count} without email`,
      unread: (count: number) => (count === 1 ? '1 cell left out' : `${count} cells left out`),
    },
    total: (amount: string, count: number) =>
      `First charges if ${count === 1 ? 'this person agrees' : `all ${count} agree`}: ${amount}`,
    caption: 'Rows of the file',
    show: 'Rows shown',
    filters: {
      all: 'All rows',
      similar: 'Perhaps here already',
      unread: 'With cells left out',
      skipped: 'Skipped',
    },
    noRows: 'No row of this kind.',
    heads: {
      line: 'Line',
      person: 'Patient',
      birthday: 'Birthday',
      plan: 'Plan',
      firstCharge: 'First charge',
      state: 'Result',
    },
    states: { new: 'New', fill: 'Completed', skip: 'Skipped' },
    turned: (written: string) => `In the file: ${written}`,
    noEmail: 'No email',
    noBirthday: 'No birthday',
    leftOut: (field: string, problem: string) => `${field} left out: ${problem}`,
    choice: (name: string) => `${name}: new, or the same person?`,
    isNew: 'Add as a new patient',
    skipAs: (person: string) => `Same as ${person}: skip`,
    fillAs: (person: string) => `Same as ${person}: fill in what is missing`,
    similarLine: (name: string, line: number) => `${name} (line ${line})`,
    similarPatient: (name: string, bornOn: string | null) => (bornOn ? `${name}, born ${bornOn}` : name),
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
    failedFile: 'Download rows with problems',
    failedName: 'carefold-rows-with-problems.csv',
    problemHead: 'Problem',
  },

  plans: {
    title: 'Plans of the file',
    hint: 'Choose which of your plans each name means. It applies to all its rows.',
    none: 'No plan',
    label: (name: string, count: number) => `“${name}” (${rows(count)})`,
    choice: (name: string, price: string) => `${name}, ${price}`,
  },

  shared: {
    title: 'Shared addresses',
    hint: 'Several patients have the same address. One of them can get the account, and the others can be added to it. You can also decide later, on the patient’s page.',
    label: (email: string) => `Who gets the account of ${email}?`,
    none: 'Decide later',
    others: (names: string) => `Also of ${names}`,
    taken: (email: string) =>
      `${email} already has an account or an invitation at your clinic. These patients are added without one:`,
    more: (count: number) => `Show ${count} more`,
  },

  confirm: {
    heading: 'Import',
    invites: 'Email an invitation now',
    invitesHint: (count: number) =>
      `${people(count)} with an address of their own ${count === 1 ? 'is' : 'are'} invited. The link works for 72 hours. You can also invite them later under Members.`,
    button: (count: number) => `Import ${people(count)}`,
    fill: (count: number) => `Complete ${count} ${count === 1 ? 'record' : 'records'}`,
    title: (count: number) => `Import ${people(count)}?`,
    fillTitle: (count: number) => `Complete ${count} ${count === 1 ? 'record' : 'records'}?`,
    withMail: (count: number) =>
      count === 1
        ? 'One patient is emailed an invitation in your clinic’s name at once.'
        : `${count} patients are emailed an invitation in your clinic’s name at once.`,
    withoutMail: 'No emails are sent. You can invite them later from Members.',
    undo: 'You can undo the import for one hour.',
    cancel: 'Go back',
    busy: 'Starting...',
    failed: 'The import could not be started. Nothing was saved. Please try again.',
  },

  progress: {
    title: 'Importing',
    running: (done: number, total: number) => `${done} of ${total} done`,
    leave: 'You can leave this page: the import continues.',
    doneTitle: 'Import finished',
    added: (count: number) => `${people(count)} added. They can be found and booked now.`,
    invited: (count: number) => `${people(count)} invited.`,
    noMail: 'No emails were sent.',
    filled: (count: number) => `${count} existing ${count === 1 ? 'record' : 'records'} completed.`,
    skipped: (count: number) => `${rows(count)} skipped:`,
    notInvited: (count: number) => `${people(count)} added without an invitation:`,
    reasons: {
      here: 'added by another import since the preview',
      not_allowed: 'you may no longer import',
      failed: 'could not be added; import this row again',
      refused: 'the address was refused',
      taken: 'the address has an account or an invitation',
    },
    line: (name: string, line: number) => `${name} (line ${line})`,
    toMembers: 'Go to members',
    again: 'Import another file',
    failed: 'The progress could not be loaded. The import continues.',
  },

  undo: {
    button: 'Undo the import',
    until: (time: string) => `Can be undone until ${time}.`,
    title: 'Undo this import?',
    consequence:
      'The patients that this import added are deleted, with open invitations. Patients who were booked, messaged, changed or used in another way since stay.',
    cancel: 'Keep the import',
    busy: 'Undoing...',
    failed: 'The import could not be undone. Please try again.',
    doneTitle: 'Import undone',
    removed: (count: number) =>
      count === 1 ? '1 row of the import was undone.' : `${count} rows of the import were undone.`,
    stays: (count: number) => `${people(count)} stay, because their record was used since:`,
  },

  problems: {
    none: 'There are no rows to import.',
    tooMany: 'At most 2,000 rows can be imported at once.',
    long: 'Longer than 300 characters.',
    nameMissing: 'The name is missing.',
    nameLong: 'The name is longer than 200 characters and was cut.',
    email: (text: string) => `“${text}” is not an email address.`,
    dates: {
      unreadable: (text: string) => `“${text}” is not a date.`,
      no_such_day: (text: string) => `“${text}” is no date: this day does not exist.`,
      which_order: (text: string) => `“${text}” can be read in two ways: choose how dates are written.`,
      which_century: (text: string) => `“${text}” can be in two centuries: choose how years are read.`,
      other_zone: (text: string) => `“${text}” is a time in another zone: enter the date only.`,
    },
    birthday: (text: string) => `“${text}” is not between 1900 and today.`,
    phone: (text: string) => `“${text}” is not a phone number. Numbers from other countries begin with +.`,
    planMissing: 'The price or date has no plan.',
    planUnknown: (name: string) => `“${name}” is none of your published plans.`,
    planTwice: (name: string) => `Two published plans are called “${name}”. Choose one above.`,
    priceMissing: (plan: string, prices: string) =>
      `“${plan}” has several prices: ${prices}. Choose one above.`,
    priceUnknown: (price: string, prices: string) => `“${price}” is no price of the plan: ${prices}.`,
    paidTooFar: (text: string) => `“${text}” is more than two years ahead.`,
    planWithoutPaid: (plan: string) =>
      `“${plan}” is not prepared, because the day until which it is paid could not be read.`,
  },
}
