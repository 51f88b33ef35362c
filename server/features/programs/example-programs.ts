/**
 * The seven programs of the specification (docs/specification.md B3), general and cautious, that no clinic has checked;
 * copies are marked as unchecked.
 */
export const examplePrograms: readonly {
  key: string
  title: string
  description: string
  category: string
  emoji: string
  /** `text`: Markdown as domain/content/markdown.ts reads it. */
  sessions: readonly { title: string; description: string; text: string }[]
}[] = [
  {
    key: 'balanced-diet',
    title: 'Balanced Diet Foundations',
    description: 'Eat well without counting: what a meal is made of, how to shop, and how to keep at it.',
    category: 'Nutrition',
    emoji: '🥗',
    sessions: [
      {
        title: 'What a balanced meal looks like',
        description: 'Half vegetables, a quarter grains, a quarter protein.',
        text: `A balanced meal needs no scale. Look at the plate:

- **Half** of it vegetables, salad or fruit.
- **A quarter** whole grains: brown rice, whole-wheat pasta, oats, or potatoes with their skin.
- **A quarter** protein: beans, lentils, fish, eggs, poultry, tofu.

Add a little good fat, such as olive oil or nuts, and drink water.

## This week

Look at one meal a day. Do not change it yet: only notice which part is missing most often.

> [!note]
> If you have diabetes, kidney disease, or take medicines that depend on what you eat, ask us before you change your meals.`,
      },
      {
        title: 'Fiber, and why you feel full',
        description: 'Small changes that keep you satisfied for longer.',
        text: `Fiber slows digestion, feeds the bacteria in your gut, and keeps you full. Most adults eat about half of what they need.

## Easy exchanges

- Whole-grain bread instead of white.
- Beans or lentils in a soup twice a week.
- Fruit with its peel instead of juice.
- A handful of nuts instead of crackers.

Add a little each week and drink more water with it. Too much at once causes gas.

> [!tip]
> Choose one exchange and keep it for seven days. Then add the next.

> [!warning]
> Call us if you lose weight without trying, see blood in your stool, or have trouble swallowing.`,
      },
      {
        title: 'Shopping and reading labels',
        description: 'Five minutes of planning, and two lines of a label.',
        text: `What is at home decides what is eaten.

## Before you go

1. Plan three dinners, not seven. Leftovers make the rest.
2. Write a list, and eat something before you leave.

## On the label, read two lines

- **Serving size:** everything else on the label is for this amount.
- **Added sugars and sodium:** 5 percent of the daily value is low, 20 percent is high.

The first three ingredients are most of what is inside.

> [!tip]
> Frozen vegetables are as good as fresh ones, cost less, and wait for you.`,
      },
      {
        title: 'Keeping it up on ordinary days',
        description: 'Eating out, holidays, and what to do after a bad week.',
        text: `No single meal makes or breaks anything. What you do on most days counts.

- **Eating out:** decide before you are hungry. Half now and half to take home is a meal twice.
- **At a party:** fill a small plate once, then sit away from the table.
- **After a bad week:** begin again with the next meal, not on Monday.

## Look back

Which change was easy? Keep it. Which one was a fight? Make it smaller, or leave it.

Write down one thing that you want to ask us at your next visit.`,
      },
    ],
  },
  {
    key: 'fitness-fundamentals',
    title: 'Fitness Fundamentals',
    description: 'Begin to move safely, and build strength and endurance in four steps.',
    category: 'Exercise',
    emoji: '💪',
    sessions: [
      {
        title: 'Starting safely',
        description: 'How much, how hard, and when to ask first.',
        text: `Adults do well with about 150 minutes of brisk movement a week. That is the goal, not the beginning.

## How hard

Use the talk test: you can speak, but not sing.

## This week

Walk ten minutes on five days, at the same time of day.

> [!warning]
> Ask us first if you have heart or lung disease, chest pain, dizzy spells, a recent operation, or are pregnant. Stop and call your local emergency number for pain or pressure in the chest, or if you faint.`,
      },
      {
        title: 'Strength without a gym',
        description: 'Four exercises, twice a week.',
        text: `Muscle protects joints and bones at every age. Do each exercise 8 to 12 times, rest a minute, and repeat.

1. **Stand up from a chair** without using your hands.
2. **Push-ups against a wall** or a kitchen counter.
3. **Bridge:** lie on your back, feet on the floor, and lift your hips.
4. **Heel raises,** holding on to a chair.

Leave a day of rest between. Breathe out when it is hard.

> [!note]
> Muscles may ache for two days. Sharp pain in a joint is a reason to stop and ask us.`,
      },
      {
        title: 'Balance and flexibility',
        description: 'A few minutes a day against stiffness and falls.',
        text: `Balance can be trained like strength.

- **Stand on one leg** while you brush your teeth, near something to hold.
- **Walk heel to toe** along a line, ten steps.
- **Stretch** calves, thighs and chest for 20 to 30 seconds each, without bouncing, when you are warm.

> [!tip]
> Tie it to something that you do anyway: the kettle, the news, the phone call.

> [!warning]
> Tell us if you have fallen in the last year, or feel unsteady when you get up.`,
      },
      {
        title: 'Making it a habit',
        description: 'Plan for the days when you do not feel like it.',
        text: `Motivation comes and goes. A plan stays.

## If this, then that

Write two sentences, such as: "If it rains, then I climb the stairs for ten minutes." "If I come home late, then I do two exercises."

## Go on slowly

Add about a tenth a week: 30 minutes become 33. After an illness begin with half.

## Look back

What can you do today that was hard four weeks ago? Write it down and bring it to your next visit.`,
      },
    ],
  },
  {
    key: 'weight-management',
    title: 'Sustainable Weight Management',
    description: 'Change habits, not menus: hunger, portions, movement, and staying there.',
    category: 'Wellness',
    emoji: '⚖️',
    sessions: [
      {
        title: 'A goal that you can keep',
        description: 'Why five percent is a lot, and what to measure besides weight.',
        text: `Losing five percent of your weight, slowly, already helps blood pressure, blood sugar and joints. Fast losses mostly come back.

## Measure more than weight

- How you sleep.
- How far you walk.
- How your clothes fit.

Weigh yourself at most once a week, at the same time of day. A day's change is mostly water.

> [!note]
> Weight depends on genes, medicines, sleep and stress too. It is not a question of character. Some medicines make it harder: ask us about yours, and do not stop them by yourself.`,
      },
      {
        title: 'Hunger, habit or feeling',
        description: 'A short pause before you eat.',
        text: `Before you eat between meals, ask yourself: am I hungry, bored, tired or upset?

- **Hungry:** eat, sitting down, from a plate.
- **Tired:** rest ten minutes first.
- **Upset:** call somebody, or walk around the block.

## This week

Write down three times what came before an unplanned snack. No calories, only the moment.

> [!warning]
> If you eat in secret, make yourself vomit, or think about food most of the day, please tell us. This is common, and there is help.`,
      },
      {
        title: 'Portions and drinks',
        description: 'The two changes with the most effect for the least trouble.',
        text: `## Drinks

Sweet drinks, juice and alcohol add up without filling you. Water, tea and coffee without sugar do not.

## Portions

- Use a smaller plate.
- Serve in the kitchen, not at the table.
- Wait ten minutes before a second helping.
- Begin with vegetables or soup.

> [!note]
> If you take insulin or tablets for diabetes, talk to us before you eat less: your dose may have to change.

Choose one of these for the week, and keep it on at least five days.`,
      },
      {
        title: 'Staying there',
        description: 'What people do who keep their weight.',
        text: `Those who keep a lower weight for years have a few things in common: they move most days, eat much the same on weekends, notice early when it rises, and ask for help before it is a problem.

## Your own warning sign

Decide now: "If my weight rises by ____, then I will ____."

## When it stops

A plateau is normal. The body adapts. Keep the habits and give it a month.

Bring your notes to your next visit. We look at them together.`,
      },
    ],
  },
  {
    key: 'stress-reduction',
    title: 'Stress Reduction Techniques',
    description: 'Notice stress early, calm the body, sort the load, and recover.',
    category: 'Mental Health',
    emoji: '🧘',
    sessions: [
      {
        title: 'How stress shows itself',
        description: 'Know your own first signs.',
        text: `Stress prepares the body for action. It becomes a burden when it does not end.

## Common signs

- Tight neck, headaches, a nervous stomach.
- Waking at night, being short with others.
- Forgetting things, putting things off.

## This week

Each evening write down one moment of stress: what happened, where you felt it, and how strong it was from 0 to 10.

> [!warning]
> If you think about harming yourself, call or text 988 in the US or Canada at once, or your local emergency number. Please tell us too.`,
      },
      {
        title: 'Calming the body',
        description: 'Breathing and letting go, three minutes each.',
        text: `## Longer out than in

Breathe in through the nose for four counts, out for six. Ten breaths. Practice when you are calm, so that it works when you are not.

## Tense and release

Clench your fists for five seconds, and let go for ten. Then shoulders, face, belly, legs.

> [!tip]
> Put three minutes into your calendar, twice a day. Before a meal is a good time.

> [!note]
> If you feel dizzy, breathe normally again. Some people find attention to the breath unpleasant: then look around and name five things that you see.`,
      },
      {
        title: 'Sorting what is too much',
        description: 'What can you change, and what not?',
        text: `Write down everything that is on your mind. Then mark each line:

- **C** for what I can change.
- **A** for what I can ask somebody about.
- **L** for what I have to let be for now.

Choose one C and take its smallest next step today. For one A, decide whom you ask and when.

> [!tip]
> "I'll let you know tomorrow" is a whole sentence. It gives you time to say no.

Worries that come back at night belong on paper beside the bed.`,
      },
      {
        title: 'Recovering on purpose',
        description: 'Rest is part of the work.',
        text: `Stress harms less when there is recovery in between.

- **Every day:** half an hour without a screen, a walk, or somebody whom you like.
- **Every week:** half a day that belongs to nobody else.
- **Sleep** before everything else.

Alcohol and scrolling feel like rest, and are not.

## Look back

Which of the techniques did you use at least three times? Keep that one.

Tell us at your next visit if low mood, worry or poor sleep have lasted for more than two weeks.`,
      },
    ],
  },
  {
    key: 'alcohol-moderation',
    title: 'Alcohol Moderation Strategies',
    description: 'Know how much you drink, and drink less if you want to.',
    category: 'Wellness',
    emoji: '🍷',
    sessions: [
      {
        title: 'Know how much it is',
        description: 'What a standard drink is, and when not to stop by yourself.',
        text: `In the US a standard drink is 12 ounces of beer, 5 ounces of wine, or 1.5 ounces of spirits. A poured glass at home is often two.

## This week

Write down each drink with the time, the place and the company. Only count, for seven days.

> [!warning]
> If you drink heavily every day, or have had shaking, sweating, seizures or confusion when you stopped, do not stop at once by yourself: it can be dangerous. Call us first.

> [!warning]
> Do not drink when you are pregnant, when you drive, or with medicines that forbid it.`,
      },
      {
        title: 'Your reasons and your limits',
        description: 'A decision that was made before the evening.',
        text: `Less alcohol means better sleep, lower blood pressure, less weight, and a clearer morning.

Write down your two best reasons, and keep them where you see them.

## Set three numbers

- Days without alcohol in a week.
- Most drinks on one day.
- The time of the last drink.

> [!tip]
> Decide before the evening. Later it is not you alone who decides.

Count on as before, and compare with your first week.`,
      },
      {
        title: 'Situations and cravings',
        description: 'What to do in the twenty minutes until it passes.',
        text: `A craving rises, peaks and passes, mostly within twenty minutes.

- **Delay:** "I decide at half past."
- **Drink something else:** a full glass of water first.
- **Do something** with your hands, or leave the room.

## Saying no

"No thanks, I'm fine with this one." Nobody needs a reason.

Look at your notes: which place or which person comes before most drinks? Change one of them this week: another way home, another first order.`,
      },
      {
        title: 'Keeping the change',
        description: 'Slips, help, and what comes next.',
        text: `A slip is information. What came before it, and what would you do next time?

## More help is normal

There are medicines that reduce craving, groups that meet online and in person, and counseling. Ask us: it is confidential.

> [!note]
> In the US you can call 1-800-662-4357 (SAMHSA) at any hour, free of charge.

## Look back

How many days without alcohol did you have in the last week, and how did you sleep? Bring the numbers to your next visit.`,
      },
    ],
  },
  {
    key: 'sleep-optimization',
    title: 'Sleep Optimization',
    description: 'Four steps to better nights: rhythm, bedroom, mind, and keeping at it.',
    category: 'Wellness',
    emoji: '😴',
    sessions: [
      {
        title: 'A rhythm for your nights',
        description: 'One fixed time is enough to begin with.',
        text: `Sleep follows a clock. It is set by light and by when you get up.

- **Get up at the same time** every day, weekends too.
- **Go into daylight** within the first hour.
- **Go to bed when you are sleepy,** not when you think you should.

## A sleep diary

Each morning write down when you went to bed, how long you think you slept, and how rested you feel from 0 to 10. Two minutes, not more.

> [!note]
> If you work shifts, ask us: your rhythm needs another plan.`,
      },
      {
        title: 'Bedroom, evening and coffee',
        description: 'What makes sleep easier before it begins.',
        text: `## The room

Cool, dark and quiet. The bed is for sleep and intimacy, not for work.

## The evening

- No coffee, black tea or cola after noon.
- No alcohol to fall asleep: it wakes you later.
- The last big meal three hours before bed.
- Dim the light in the last hour. Leave the phone in another room.

> [!tip]
> Do the same three things in the same order each night. Your body learns it as a signal.

Choose two of these for this week.`,
      },
      {
        title: 'When your mind does not stop',
        description: 'What to do when you lie awake.',
        text: `If you have been awake for about twenty minutes, get up. Sit in another room in dim light and do something dull. Go back when you are sleepy. Lying awake teaches the brain that the bed is for thinking.

## Worry time

In the early evening, write down what is on your mind, and the next step for each. At night say: "It is on the paper."

Turn the clock around. Counting hours keeps you awake.

> [!warning]
> Tell us if you snore loudly, stop breathing at night, or fall asleep while driving.`,
      },
      {
        title: 'Keeping good nights',
        description: 'After a bad night, and what to ask us.',
        text: `After a bad night, get up at your usual time, go into daylight, and nap at most twenty minutes before three o'clock.

## Look back

Compare your diary of this week with the first. What changed most?

## Talk to us

- If sleep is poor on three nights a week for three months. There is a treatment without pills (CBT-I) that works well.
- Before you take sleeping pills, also from the drugstore, above all if you are older or take other medicines.
- If pain, low mood or restless legs wake you.`,
      },
    ],
  },
  {
    key: 'goal-achievement',
    title: 'Effective Goal Achievement',
    description: 'From a wish to a habit: choose, plan, go on after setbacks, and keep it.',
    category: 'Mental Health',
    emoji: '🎯',
    sessions: [
      {
        title: 'A goal that is yours',
        description: 'From a wish to something that you can do on Tuesday.',
        text: `"Live healthier" is a wish. "Walk ten minutes after lunch on Monday, Wednesday and Friday" is a goal.

A good goal says **what, when, where and how often**. It is yours, not somebody else's, and you are at least seven out of ten sure that you can do it. If you are less sure, make it smaller.

## Write it down

- My goal for the next four weeks:
- Why it matters to me:
- How sure I am, from 0 to 10:`,
      },
      {
        title: 'A plan for obstacles',
        description: 'If this happens, then I do that.',
        text: `Most goals fail at something that could have been foreseen.

Name two obstacles: time, tiredness, money, other people, weather. For each write one sentence:

"**If** ____ happens, **then** I will ____."

## Make it easy

- Put what you need where you see it.
- Tie it to something that you do every day.
- Tell one person.

> [!tip]
> Begin with two minutes. Whoever has begun often goes on.`,
      },
      {
        title: 'Seeing progress, and setbacks',
        description: 'A cross on the calendar, and kindness.',
        text: `Put a cross on a calendar for each day on which you did it. Three of five is a success.

## After a setback

1. What happened?
2. What would I tell a friend?
3. What is the smallest step that I can take tomorrow?

Missing once is an accident. Missing twice is the beginning of a new habit: so take the next chance, however small.

> [!note]
> If low mood or worry keep you from things that you want to do, tell us.`,
      },
      {
        title: 'From goal to habit',
        description: 'Keep what works, and choose what is next.',
        text: `A habit needs about two months, and some need longer. It is one when you would miss it.

## Look back

- What helped most?
- What would I do otherwise?
- How sure am I that I will go on, from 0 to 10? What would make it one point more?

## What is next

Keep this goal, make it a little bigger, or choose another. One at a time.

Bring your answers to your next visit. They help us to plan with you.`,
      },
    ],
  },
]
