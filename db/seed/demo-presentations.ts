import { randomUUID } from 'node:crypto'
import { emptySlide, type SlideBackground, type SlideLayout } from '#domain/content/slides.ts'
import type { Services } from '#server/clinic/action.ts'
import { createContent } from '#server/features/content/create-content.ts'
import { featureContent } from '#server/features/content/feature-content.ts'
import { publishContent } from '#server/features/content/publish-content.ts'
import { saveContent } from '#server/features/content/save-content.ts'
import { finishVisitLesson } from '#server/features/visit-lessons/finish-visit-lesson.ts'
import { setVisitLesson } from '#server/features/visit-lessons/set-visit-lesson.ts'
import { showSlide } from '#server/features/visit-lessons/show-slide.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { addCover } from './demo-covers.ts'

interface DemoSlide {
  heading: string
  text?: string
  notes?: string
  layout?: SlideLayout
  background?: SlideBackground
}

/** The presentations of a demo clinic's visits, slide by slide. */
const shown: Record<
  string,
  { title: string; category: string; description: string; slides: DemoSlide[]; questions: [string, string][] }
> = {
  sunrise: {
    title: 'Blood pressure at home',
    category: 'Wellness',
    description: 'How to measure, what the numbers mean, and when to call us.',
    slides: [
      {
        layout: 'title',
        background: '#1F3350',
        heading: 'Blood pressure at home',
        text: 'Sunrise Family Clinic',
        notes: 'Ask first what they already know, and whether they have a cuff.',
      },
      {
        heading: 'Why at home',
        text: 'Your usual numbers, not those of a visit\nSeveral days tell more than one moment\nYou see what helps',
        notes: 'Many patients measure higher with us. Say that this is common.',
      },
      {
        background: '#E2EEE8',
        heading: 'Before you measure',
        text: 'No coffee and no exercise for 30 minutes\nEmpty bladder\nSit quietly for 5 minutes',
      },
      {
        heading: 'How to sit',
        text: 'Back supported, feet flat, legs not crossed\nArm on a table, as high as your heart\nCuff on bare skin',
        notes: 'Show it with the cuff. Let them put it on themselves.',
      },
      {
        background: '#F4EFE4',
        heading: 'When, and how often',
        text: 'Twice in the morning, twice in the evening\nOne minute between the two\nSeven days before each visit',
      },
      {
        heading: 'What the numbers mean',
        text: 'Upper number: when the heart pumps\nLower number: when it rests\nYour goal is in your plan',
        notes: 'Write their own goal down together.',
      },
      {
        background: '#F4EFE4',
        heading: 'Call us the same day',
        text: '180 or more above, or 120 or more below\nTwice, with five minutes between',
      },
      {
        layout: 'title',
        background: '#1F3350',
        heading: 'Call emergency services',
        text: 'With chest pain, shortness of breath, weakness on one side, or trouble speaking or seeing',
      },
    ],
    questions: [
      ['How will you sit when you measure?', 'Back supported, feet flat, arm as high as the heart.'],
      [
        'When would you call us, and when emergency services?',
        '180 or 120 twice: us. Any of the signs: emergency services.',
      ],
    ],
  },
}

/** A presentation, featured, by the product's own actions. */
export async function presentDemo(services: Services, admin: Caller, writer: Caller): Promise<void> {
  const plan = shown[admin.clinic ?? '']
  if (!plan) return
  const { title, category, description } = plan
  const words = { title, category, description }
  const { itemId } = (await createContent.call(services, writer, { ...words, type: 'presentation' })) as {
    itemId: string
  }
  const slides = plan.slides.map(({ layout = 'text', ...slide }) => ({
    ...emptySlide(randomUUID(), layout),
    ...slide,
  }))
  const questions = plan.questions.map(([question, listenFor]) => ({ question, listenFor }))
  await saveContent.call(services, writer, {
    itemId,
    version: 1,
    ...words,
    coverFileId: null,
    body: { type: 'presentation', importing: null, slides, questions },
  })
  const version = await addCover(services, writer, itemId, title)
  await publishContent.call(services, writer, { itemId, version })
  await featureContent.call(services, admin, { itemId, isFeatured: true })
}

/** The presentation in two visits: shown in the last one, whose patient understood most of it, and planned for the next. */
export async function planDemoLessons(services: Services, writer: Caller): Promise<void> {
  const { presentationId, past, next } = await services.transactions.withActor(writer, async (tx) => {
    const presentation = await tx
      .selectFrom('content_items')
      .select('id')
      .where('type', '=', 'presentation')
      .where('status', '=', 'published')
      .executeTakeFirst()
    const visit = (status: 'completed' | 'upcoming', order: 'asc' | 'desc') =>
      tx
        .selectFrom('appointments')
        .select('id')
        .where('status', '=', status)
        .orderBy('starts_at', order)
        .orderBy('id')
        .executeTakeFirst()
    return {
      presentationId: presentation?.id,
      past: await visit('completed', 'desc'),
      next: await visit('upcoming', 'asc'),
    }
  })
  if (!presentationId) return
  const plan = async (appointmentId: string) =>
    (await setVisitLesson.call(services, writer, { appointmentId, presentationId })) as { lessonId: string }
  if (next) await plan(next.id)
  if (!past) return
  const { lessonId } = await plan(past.id)
  for (const slide of [1, 2, 3, 4]) await showSlide.call(services, writer, { lessonId, slide })
  await finishVisitLesson.call(services, writer, { lessonId, answers: ['understood', 'partly'] })
}
