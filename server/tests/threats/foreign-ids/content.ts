import { aTemplateForm } from '#testing/care-plans.ts'
import { anArticle } from '#testing/content.ts'
import { aProgramForm } from '#testing/programs.ts'
import { type IdCase, type IdWorld, uuid } from './id-case.ts'

/** Functions that take ids: what a clinic teaches. */
export const contentIds = ({
  one,
  two,
  contentOf,
  presentationOf,
  lessonOf,
  visitOf,
  patientOf,
  assignmentOf,
  programOf,
  templateOf,
  enrollmentOf,
}: IdWorld): IdCase[] => [
  ...[
    {
      call: 'save-content',
      input: (id: unknown) => ({
        itemId: id,
        version: 1,
        title: 'Sleeping better',
        category: 'Wellness',
        description: '',
        coverFileId: null,
        body: anArticle(),
      }),
    },
    { call: 'publish-content', input: (id: unknown) => ({ itemId: id, version: 1 }) },
    {
      call: 'set-content-status',
      input: (id: unknown) => ({ itemId: id, status: 'archived' }),
      status: 'published' as const,
    },
    { call: 'delete-content', input: (id: unknown) => ({ itemId: id, isDeleted: true }) },
    {
      call: 'assign-lesson',
      input: (id: unknown) => ({ itemId: id, patientIds: [patientOf('patient')] }),
      status: 'published' as const,
    },
    {
      call: 'push-correction',
      input: (id: unknown) => ({ itemId: id }),
      status: 'published' as const,
    },
    { call: 'feature-content', input: (id: unknown) => ({ itemId: id, isFeatured: true }) },
  ].map(
    ({ call, input, status = 'draft' as const }): IdCase => ({
      call,
      input,
      actor: 'staff',
      own: { id: () => contentOf(one(), status), answer: 'ok' },
      lower: { actor: 'viewer', id: () => contentOf(one(), status), answer: 'not_allowed' },
      foreign: { id: () => contentOf(two(), status), answer: 'not_found' },
    }),
  ),
  ...[
    { call: 'record-reading', input: (id: unknown) => ({ itemId: id }) },
    { call: 'save-for-later', input: (id: unknown) => ({ itemId: id, isSaved: true }) },
    { call: 'rate-lesson', input: (id: unknown) => ({ itemId: id, rating: 5 }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'patient',
      own: { id: () => contentOf(one(), 'published'), answer: 'ok' },
      // what is not published does not exist for patients
      lower: { actor: 'patient', id: () => contentOf(one(), 'draft'), answer: 'not_found' },
      foreign: { id: () => contentOf(two(), 'published'), answer: 'not_found' },
    }),
  ),
  {
    call: 'complete-lesson',
    input: (id) => ({ itemId: id }),
    actor: 'patient',
    own: { id: () => contentOf(one(), 'published'), answer: 'lesson_not_seen' },
    lower: { actor: 'patient', id: () => contentOf(one(), 'draft'), answer: 'not_found' },
    foreign: { id: () => contentOf(two(), 'published'), answer: 'not_found' },
  },
  ...[
    { call: 'delete-program', input: (id: unknown) => ({ programId: id, isDeleted: true }) },
    { call: 'save-program', input: (id: unknown) => ({ ...aProgramForm(), programId: id, version: 1 }) },
    {
      call: 'assign-program',
      input: (id: unknown) => ({ programId: id, patientIds: [patientOf('patient')] }),
    },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'staff',
      own: { id: () => programOf(one()), answer: 'ok' },
      lower: { actor: 'viewer', id: () => programOf(one()), answer: 'not_allowed' },
      foreign: { id: () => programOf(two()), answer: 'not_found' },
    }),
  ),
  ...[
    { call: 'delete-care-plan-template', input: (id: unknown) => ({ templateId: id }) },
    {
      call: 'save-care-plan-template',
      input: (id: unknown) => ({ ...aTemplateForm(), templateId: id, version: 1 }),
    },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'staff',
      own: { id: () => templateOf(one()), answer: 'ok' },
      lower: { actor: 'viewer', id: () => templateOf(one()), answer: 'not_allowed' },
      foreign: { id: () => templateOf(two()), answer: 'not_found' },
    }),
  ),
  {
    call: 'add-to-program',
    input: (id) => ({ programId: id, itemId: uuid() }),
    actor: 'staff',
    own: { id: () => programOf(one()), answer: 'not_found' },
    lower: { actor: 'viewer', id: () => programOf(one()), answer: 'not_allowed' },
    foreign: { id: () => programOf(two()), answer: 'not_found' },
  },
  {
    call: 'end-enrollment',
    input: (id) => ({ enrollmentId: id }),
    actor: 'staff',
    own: { id: () => enrollmentOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => enrollmentOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => enrollmentOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'withdraw-assignment',
    input: (id) => ({ assignmentId: id, isWithdrawn: true }),
    actor: 'staff',
    own: { id: () => assignmentOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => assignmentOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => assignmentOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'get-presentation-slides',
    input: (id: unknown) => ({ presentationId: id }),
    actor: 'patient',
    own: { id: () => presentationOf(one(), 'published'), answer: 'ok' },
    // what is not published does not exist for patients
    lower: { actor: 'patient', id: () => presentationOf(one(), 'draft'), answer: 'not_found' },
    foreign: { id: () => presentationOf(two(), 'published'), answer: 'not_found' },
  },
  {
    call: 'copy-shared-content',
    input: (id: unknown) => ({ itemId: id }),
    actor: 'staff',
    // the clinic's own is no other clinic's; what is shared: copy-shared-content.test.ts
    own: { id: () => contentOf(one(), 'published'), answer: 'not_found' },
    lower: { actor: 'viewer', id: () => contentOf(one(), 'published'), answer: 'not_allowed' },
    foreign: { id: () => contentOf(two(), 'draft'), answer: 'not_found' },
  },
  {
    call: 'start-slides-import',
    input: (id: unknown) => ({
      itemId: id,
      address: 'https://docs.google.com/presentation/d/strong-knees-of-the-test/edit',
    }),
    actor: 'staff',
    own: { id: () => presentationOf(one(), 'draft'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => presentationOf(one(), 'draft'), answer: 'not_allowed' },
    foreign: { id: () => presentationOf(two(), 'draft'), answer: 'not_found' },
  },
  {
    call: 'set-visit-lesson',
    input: (id: unknown) => ({ appointmentId: id, presentationId: null }),
    actor: 'staff',
    own: { id: () => visitOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => visitOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'show-slide',
    input: (id: unknown) => ({ lessonId: id, slide: 1 }),
    actor: 'staff',
    own: { id: () => lessonOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => lessonOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => lessonOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'finish-visit-lesson',
    input: (id: unknown) => ({ lessonId: id, answers: [] }),
    actor: 'staff',
    own: { id: () => lessonOf('patient'), answer: 'lesson_not_begun' },
    lower: { actor: 'viewer', id: () => lessonOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => lessonOf('foreignPatient'), answer: 'not_found' },
  },
]
