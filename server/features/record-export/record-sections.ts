import type { CarePlan } from '#domain/care-plans/care-plans.ts'
import { sizeText } from '#domain/files/files.ts'
import { answerLines } from '#domain/forms/answer-lines.ts'
import type { Answers, FormField } from '#domain/forms/forms.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { recordDocumentTexts } from '#domain/texts/record-export.ts'
import { type Entry, listed, type RecordFacts, readerOf, type Section } from './record-facts.ts'
import { invoicesSection, plansSection, valueReceiptsSection } from './record-money.ts'

const texts = recordDocumentTexts

/** The sections of the document. Those that the reader may not read are absent; others may be empty. */
export function recordSections(facts: RecordFacts): Section[] {
  const { has } = readerOf(facts)
  const all: [string, (facts: RecordFacts) => Section][] = [
    ['patient_health', healthSection],
    ['patient_guardians', guardiansSection],
    ['appointments', visitsSection],
    ['waitlist_entries', waitlistSection],
    ['care_plans', carePlanSection],
    ['lesson_assignments', lessonsSection],
    ['messages', messagesSection],
    ['patient_files', filesSection],
    ['consents', consentsSection],
    ['subscriptions', plansSection],
    ['invoices', invoicesSection],
    ['value_receipts', valueReceiptsSection],
    ['feedback', feedbackSection],
    ['form_requests', formsSection],
    ['person_notes', notesSection],
    ['tasks', tasksSection],
  ]
  const sections = all.filter(([table]) => has(table)).map(([, make]) => make(facts))
  return facts.looks ? [...sections, looksSection(facts.looks)] : sections
}

function healthSection(facts: RecordFacts): Section {
  const { rows, text, labeled } = readerOf(facts)
  const lines = rows('patient_health').flatMap((row) => [
    ...labeled(
      texts.health.emergency,
      listed(text(row, 'emergency_contact'), text(row, 'emergency_phone'))[0] ?? null,
    ),
    ...labeled(texts.health.allergies, text(row, 'allergies')),
    ...labeled(texts.health.medications, text(row, 'medications')),
    ...labeled(texts.health.conditions, text(row, 'medical_conditions')),
  ])
  return { title: texts.sections.health, entries: lines.length > 0 ? [{ title: '', lines }] : [] }
}

function guardiansSection(facts: RecordFacts): Section {
  const { rows, text, on, labeled } = readerOf(facts)
  const { levels } = guardianTexts
  return {
    title: texts.sections.guardians,
    entries: rows('patient_guardians').map((row) => ({
      title: text(row, 'full_name') ?? '',
      lines: [
        ...listed(
          levels[row.access as keyof typeof levels] ?? null,
          row.accepted_at ? (on(row, 'accepted_at', texts.since)[0] ?? null) : texts.offered,
          on(row, 'until_on', texts.until)[0] ?? null,
          on(row, 'ended_at', texts.endedOn)[0] ?? null,
        ),
        ...labeled(texts.agreedBy, text(row, 'agreed_by')),
      ],
    })),
  }
}

function visitsSection(facts: RecordFacts): Section {
  const { rows, text, moment, nameOf, on, labeled } = readerOf(facts)
  const { statuses } = appointmentTexts
  return {
    title: texts.sections.visits,
    entries: rows('appointments').map((row) => ({
      title: `${moment(row.starts_at, String(row.time_zone))}: ${nameOf(row.type) ?? row.type}`,
      lines: [
        ...listed(
          statuses[row.status as keyof typeof statuses] ?? text(row, 'status'),
          texts.visit.minutes(Number(row.duration_minutes)),
          nameOf(row.provider_id),
          nameOf(row.room_id),
          on(row, 'canceled_at', texts.visit.canceledOn)[0] ?? null,
        ),
        ...labeled(texts.visit.reason, text(row, 'cancel_reason')),
        ...labeled(texts.visit.notes, text(row, 'notes')),
      ],
    })),
  }
}

function waitlistSection(facts: RecordFacts): Section {
  const { rows, text, day, nameOf } = readerOf(facts)
  return {
    title: texts.sections.waitlist,
    entries: rows('waitlist_entries').map((row) => ({
      title: `${day(row.created_at)}: ${nameOf(row.type) ?? row.type}`,
      lines: listed(nameOf(row.provider_id), texts.until(day(row.until)), text(row, 'status')),
    })),
  }
}

function carePlanSection(facts: RecordFacts): Section {
  const { rows, money, labeled, day } = readerOf(facts)
  const { home } = carePlanTexts
  const score = (value: number | null) => (value === null ? null : home.score(value))
  const entries = rows('care_plans').flatMap((row): Entry[] => {
    const { steps, themes, visits } = row.body as CarePlan
    return [
      ...steps.map((step) => ({
        title: step.title,
        lines: [...listed(home.states[step.state], step.on ? day(step.on) : null), ...some(step.note)],
      })),
      ...themes.map((theme) => ({
        title: theme.title,
        lines: [
          ...listed(theme.category, theme.code),
          ...labeled(home.scores.patient, score(theme.patientScore)),
          ...labeled(home.scores.physician, score(theme.physicianScore)),
          ...labeled(home.patientWords, theme.patientWords || null),
          ...labeled(home.physicianWords, theme.physicianWords || null),
        ],
      })),
      ...visits.map((visit) => ({
        title: `${home.visit}: ${visit.visit}`,
        lines: [
          ...listed(visit.timing, visit.code, visit.feeCents === null ? null : money(visit.feeCents, null)),
          ...some(visit.purpose),
        ],
      })),
    ]
  })
  return { title: texts.sections.carePlan, entries }
}

const some = (text: string) => (text ? [text] : [])

function lessonsSection(facts: RecordFacts): Section {
  const { rows, text, day, nameOf, on } = readerOf(facts)
  const title = (row: Record<string, unknown>) => nameOf(row.version_id) ?? nameOf(row.item_id) ?? ''
  return {
    title: texts.sections.lessons,
    entries: [
      ...rows('program_enrollments').map((row) => ({
        title: texts.program(nameOf(row.program_id) ?? ''),
        lines: listed(texts.since(day(row.starts_on)), on(row, 'ended_at', texts.endedOn)[0] ?? null),
      })),
      ...rows('lesson_assignments').map((row) => ({
        title: title(row),
        lines: [
          ...listed(
            texts.assignedOn(day(row.assigned_at)),
            on(row, 'due_on', texts.due)[0] ?? null,
            on(row, 'completed_at', texts.completedOn)[0] ?? null,
            on(row, 'withdrawn_at', texts.withdrawnOn)[0] ?? null,
          ),
          ...some(text(row, 'reason') ?? ''),
        ],
      })),
      ...rows('visit_lessons')
        .filter((row) => row.started_at)
        .map((row) => ({ title: texts.shown(title(row)), lines: on(row, 'started_at', (on) => on) })),
      ...rows('content_readings').map((row) => ({
        title: title(row),
        lines: listed(
          texts.openedOn(day(row.updated_at)),
          on(row, 'completed_at', texts.completedOn)[0] ?? null,
        ),
      })),
    ],
  }
}

function messagesSection(facts: RecordFacts): Section {
  const { rows, moment } = readerOf(facts)
  return {
    title: texts.sections.messages,
    entries: rows('messages').map((row) => ({
      title: `${moment(row.sent_at)}: ${row.author_name}`,
      lines: [
        ...some(String(row.body)),
        ...rows('patient_files')
          .filter((file) => file.message_id === row.id)
          .map((file) => texts.attachment(pathOf(facts, file))),
      ],
    })),
  }
}

function filesSection(facts: RecordFacts): Section {
  const { rows, day, nameOf } = readerOf(facts)
  return {
    title: texts.sections.files,
    entries: rows('patient_files').map((row) => ({
      title: pathOf(facts, row),
      lines: listed(
        day(row.created_at),
        sizeText(Number(row.size_bytes)),
        nameOf(row.uploaded_by) && texts.by(nameOf(row.uploaded_by) ?? ''),
        facts.reader === 'team' && Boolean(row.shared_at) && texts.shared,
      ),
    })),
  }
}

function pathOf({ paths }: RecordFacts, row: Record<string, unknown>): string {
  return paths.get(String(row.file_id)) ?? texts.notInFile(String(row.name))
}

function consentsSection(facts: RecordFacts): Section {
  const { rows, moment, text } = readerOf(facts)
  const { preferences } = texts
  const { purposes, given, withdrawn } = preferenceTexts.contact.history
  const choices = Object.entries(preferences).filter(([column]) => column.includes('_'))
  return {
    title: texts.sections.consents,
    entries: [
      ...rows('contact_preferences').map((row) => ({
        title: '',
        lines: choices.map(([column, label]) =>
          texts.labeled(label, row[column] ? preferences.given : preferences.withdrawn),
        ),
      })),
      ...rows('consents').map((row) => ({
        title: `${moment(row.given_at)}: ${purposes[row.purpose as keyof typeof purposes] ?? row.purpose}`,
        lines: [row.is_given ? given : withdrawn, ...some(text(row, 'wording') ?? '')],
      })),
    ],
  }
}

function feedbackSection(facts: RecordFacts): Section {
  const { rows, day, on, labeled, text } = readerOf(facts)
  return {
    title: texts.sections.feedback,
    entries: rows('feedback').map((row) => ({
      title: `${day(row.given_on)}: ${texts.rating(Number(row.rating))}`,
      lines: [
        String(row.body),
        ...labeled(texts.callback, text(row, 'call_phone')),
        ...on(row, 'answered_at', texts.answered),
      ],
    })),
  }
}

function formsSection(facts: RecordFacts): Section {
  const { rows, day, on, text } = readerOf(facts)
  return {
    title: texts.sections.forms,
    entries: rows('form_requests').map((row) => ({
      title: `${day(row.asked_at)}: ${row.title}`,
      lines: [
        ...listed(
          on(row, 'signed_at', texts.signedOn)[0] ?? texts.notSigned,
          text(row, 'signed_name'),
          on(row, 'withdrawn_at', texts.formWithdrawnOn)[0] ?? null,
        ),
        ...(row.fields as FormField[]).flatMap((field) => {
          const lines = answerLines(field, (row.answers as Answers)[field.id])
          return lines.length === 0 ? [] : [`${field.label}: ${lines.join(', ')}`]
        }),
      ],
    })),
  }
}

function notesSection(facts: RecordFacts): Section {
  const { rows, moment, nameOf } = readerOf(facts)
  return {
    title: texts.sections.notes,
    entries: [...rows('person_notes'), ...rows('message_notes')].map((row) => ({
      title: listed(moment(row.created_at ?? row.written_at), nameOf(row.author_id))[0] ?? '',
      lines: [String(row.body)],
    })),
  }
}

function tasksSection(facts: RecordFacts): Section {
  const { rows, nameOf, on } = readerOf(facts)
  return {
    title: texts.sections.tasks,
    entries: rows('tasks').map((row) => ({
      title: String(row.title),
      lines: listed(
        nameOf(row.assignee_id),
        on(row, 'due_on', texts.due)[0] ?? null,
        on(row, 'done_at', texts.done)[0] ?? texts.open,
      ),
    })),
  }
}

function looksSection(looks: NonNullable<RecordFacts['looks']>): Section {
  return {
    title: texts.sections.looks,
    entries: looks.map(({ at, who, did, count, isCertain }) => ({
      title: '',
      lines: listed(`${at}: ${who} ${did}`, count > 1 && texts.times(count), !isCertain && texts.perhaps),
    })),
  }
}
