/** Example content, general and cautious, that no clinic has checked; copies are marked as unchecked. */
export const exampleArticles: readonly {
  key: string
  title: string
  category: string
  description: string
  /** Markdown as domain/content/markdown.ts reads it. */
  text: string
}[] = [
  {
    key: 'back-pain-first-days',
    title: 'Low back pain: the first days',
    category: 'Pain Management',
    description: 'Why moving helps more than resting, what eases the pain, and when to call us.',
    text: `Most low back pain comes from muscles and joints that are strained, not damaged. It often hurts a great deal, and in most people it gets much better within two to six weeks.

## Keep moving

Rest in bed for more than a day makes the back stiff and slows you down. Do what you can, in small pieces:

- Change your position every half hour.
- Walk a few minutes several times a day, a little more each day.
- Go back to everyday tasks as soon as they are bearable. It need not be free of pain to be safe.
- Leave heavy lifting and twisting for later.

## What eases the pain

- Warmth: a hot-water bottle or a shower, 15 to 20 minutes at a time.
- Lying on your side with a pillow between your knees, or on your back with your calves on a chair.
- A pain reliever may help you to keep moving. Ask us or your pharmacist which one suits you, above all if you take other medicines, are pregnant, or have trouble with your stomach, kidneys or heart.

> [!warning]
> Get help at once if you lose control of your bladder or bowels, feel numb between the legs, or your legs become weak. Call us the same day if you have a fever, lose weight without trying, had a fall or an accident, or have had cancer.

## When to see us

Come and see us if the pain is no better after two weeks, runs down below the knee, or keeps you from sleeping.

## What to write down

How long can you sit, stand and walk? What makes it better, what worse? Bring these notes: they tell us more than a picture of your spine would.`,
  },
  {
    key: 'pain-diary',
    title: 'How to keep a pain diary',
    category: 'Pain Management',
    description: 'Two minutes a day that help us find what works for you.',
    text: `Pain that lasts for months changes from day to day, and memory keeps the worst days best. A short diary shows the pattern.

## Once a day, always at the same time

Write down four things:

1. How strong the pain was on average today, from 0 (none) to 10 (the worst you can imagine).
2. What you could do, and what you left out because of it.
3. How you slept.
4. What you took or did against it, and whether it helped.

> [!tip]
> What you could do matters more than the number. "Walked to the shop and back" is worth more than "6 instead of 7".

## After two weeks

Read it again and look for patterns. Is it worse after busy days, or after days of rest? After bad nights? Are there good hours that you could use?

Bring the diary to your next visit. Together we choose one thing to change, and the diary shows whether it works.

## When to stop

A diary is a tool, not a duty. If looking at the pain every day makes it louder, stop, and tell us.

> [!warning]
> Call us before your next visit if the pain is new, quite different from before, or wakes you every night.`,
  },
  {
    key: 'balanced-plate',
    title: 'The balanced plate',
    category: 'Nutrition',
    description: 'One picture to remember instead of a list of rules.',
    text: `You do not have to count anything to eat well. Look at your plate instead.

## Half: vegetables and fruit

Fresh, frozen or canned without added salt or sugar: all of them count. Different colors over a week matter more than the right one today.

## A quarter: protein

Beans, lentils, fish, eggs, poultry, tofu, nuts. Twice a week fish, often beans, seldom sausages and other processed meat.

## A quarter: whole grains or potatoes

Brown rice, oats, whole-wheat bread or pasta, potatoes with their skin. They keep you full for longer than white bread does.

## And beside it

- Water, tea or coffee without sugar.
- A little oil, such as olive or canola.
- Something sweet sometimes, with pleasure.

> [!tip]
> Begin with one meal. Whoever changes breakfast this month and lunch the next keeps it up longer than whoever changes everything on Monday.

## When this does not fit

With diabetes, kidney disease, an eating disorder, in pregnancy, or if you lose weight without wanting to, you need a plate of your own. Talk to us first.`,
  },
  {
    key: 'reading-labels',
    title: 'Reading food labels in one minute',
    category: 'Nutrition',
    description: 'Three lines that tell you most of what you need to know.',
    text: `A label has twenty numbers. Three of them are enough for most people.

## 1. The serving

Everything else on the label is about one serving. Is it the whole package, or a third of it? Compare it with what you really eat.

## 2. Sodium and added sugar

Look at the percentage of the daily value (% DV):

- **5 % or less** is little.
- **20 % or more** is a lot.

For sodium and added sugar, choose the lower one of two similar products. For fiber, choose the higher one.

## 3. The first three ingredients

They are listed by weight. If sugar, syrup or refined flour is among the first three, it is mostly that.

> [!note]
> "Natural", "light" and "no sugar added" are promises of the front. The back is the contract.

## Try it today

Take two packages of something you buy every week, and compare them. Often the better one stands right beside it and costs the same.

If you have an allergy, or we have given you limits for salt, potassium or carbohydrates, those come first. Ask us if you are not sure how a product fits.`,
  },
  {
    key: 'walking-plan',
    title: 'Start walking: a plan for eight weeks',
    category: 'Exercise',
    description: 'From ten minutes to thirty, without sore knees and without a gym.',
    text: `Walking is medicine that nearly everybody can take: for the heart, blood sugar, mood, sleep and joints. The goal is about 150 minutes a week. You do not begin there.

## The plan

Walk five days a week. You should be able to talk, but not to sing.

- Weeks 1 and 2: 10 minutes.
- Weeks 3 and 4: 15 minutes.
- Weeks 5 and 6: 20 minutes, with two faster minutes in the middle.
- Weeks 7 and 8: 25 to 30 minutes.

Was a week too much? Repeat it. Nobody is counting but you.

## Make it easy

- Shoes with a firm heel, and clothes you can put on in a minute.
- The same time every day, right after something you do anyway.
- A friend, a dog, or a radio program that you only hear while walking.

> [!tip]
> Ten minutes on a bad day count. What makes the difference is not the best day but the fewest days without.

> [!warning]
> Stop and call your local emergency number for pain or pressure in the chest, sudden shortness of breath, or if you faint. Talk to us before you begin if you have heart disease, get dizzy, or have not moved much for years.`,
  },
  {
    key: 'strength-at-home',
    title: 'Strong at home: four exercises',
    category: 'Exercise',
    description: 'Ten minutes, twice a week, with a chair and a wall.',
    text: `From the age of thirty we lose muscle every year, unless we use it. Two short sessions a week are enough to turn that around, at any age.

## Before you begin

Warm up for two minutes: walk on the spot, circle your shoulders. Use a chair that stands against a wall. Breathe out when it is hard, and never hold your breath.

## The four

1. **Stand up from a chair**, ten times, without using your hands if you can. Sit down slowly.
2. **Push away from the wall**, ten times. Hands at the height of your shoulders, body straight.
3. **Heel raises**, fifteen times, holding on to the chair.
4. **Stand on one leg**, as long as is safe, up to thirty seconds each. Hold the chair with one finger.

Rest for a minute, then do them all once more.

## How hard is right?

The last two repetitions should be an effort, and still look clean. When ten become easy, do twelve, then fifteen; then take a water bottle in each hand.

> [!note]
> Sore muscles for a day or two are normal. Pain in a joint is not: leave that exercise out and tell us.

> [!warning]
> Talk to us first if you had surgery lately, fall easily, or have high blood pressure that is not under control.`,
  },
  {
    key: 'sleep-basics',
    title: 'Sleeping better without pills',
    category: 'Wellness',
    description: 'What disturbs sleep, and six habits that bring it back.',
    text: `A bad night now and then is normal. When there are many of them, habits help more than most pills, and for longer.

## Six habits

1. **Get up at the same time**, also on weekends. It sets your inner clock better than going to bed early.
2. **Daylight in the morning**: half an hour outside, even when it is cloudy.
3. **No caffeine after noon.** Coffee at three is still half there at nine.
4. **Alcohol makes you drowsy and wakes you at three.** Try two weeks without.
5. **The bed is for sleeping.** If you lie awake for more than about twenty minutes, get up, read something dull in dim light, and come back when you are tired.
6. **An hour without screens and work** before bed. Write tomorrow's list, then close the book.

> [!tip]
> Turn the clock around. Counting the hours that are left is the surest way to lose them.

## Give it time

Keep it up for three weeks before you judge. The first week is often harder than before.

## When to talk to us

- Three bad nights a week for three months.
- Somebody hears you snore loudly and stop breathing.
- You fall asleep during the day, above all while driving.
- Your mood is low, or your legs will not keep still.

Do not stop a sleeping pill from one day to the next. We plan it with you.`,
  },
  {
    key: 'everyday-stress',
    title: 'When everything is too much: small breaks that work',
    category: 'Wellness',
    description: 'Three exercises for a minute, five minutes, and an evening.',
    text: `Stress is not a weakness. It is the body getting ready, and it only harms when there is no end to it. Small breaks tell the body that the danger is over.

## One minute: breathe out longer

Breathe in through the nose while you count to four, and out while you count to six. Ten times. A long breath out slows the heart.

## Five minutes: loosen what is tight

Clench your fists for five seconds, then let go for ten, and feel the difference. Then the shoulders, the face, the belly, the legs.

## An evening: empty your head

Take a sheet with two columns. Left: what worries you. Right: the next small step, or "not mine", or "not today". Most of it fits into the second column.

> [!tip]
> Put the break where it will happen by itself: at every red light, before every phone call, whenever the kettle boils.

## What helps over weeks

Sleep, movement, people you like, and less alcohol than stress asks for.

> [!warning]
> Talk to us if you feel on edge on most days for more than two weeks, drink or take something to get through the day, or no longer enjoy anything. If you think of harming yourself, call your local emergency number or a crisis line now (in the US: 988).`,
  },
  {
    key: 'low-mood',
    title: 'Low mood or depression?',
    category: 'Mental Health',
    description: 'How they differ, what helps, and how to ask for help.',
    text: `Everybody is sad at times. Depression is different: it stays for most of the day, on most days, for two weeks or longer, and it takes away interest, energy and hope. It is an illness, it is common, and it can be treated well.

## Signs

- Little interest or pleasure in what you used to like.
- Sleeping badly, or much more than usual.
- No energy, or restlessness.
- Eating much less, or much more.
- Feeling guilty or worthless.
- Trouble with thinking and deciding.

Some people mostly feel pain, or are irritable. Depression has many faces.

## What you can do today

- Tell one person how you really are.
- Do one small thing, then stop: a shower, a walk around the block.
- Keep your days in shape: get up, eat and go to bed at fixed times.
- Leave big decisions for later.

## What we can do

We listen, look for other causes, and plan with you: talking treatment, medicines, or both. Most people are clearly better within a few months.

> [!warning]
> If you think of ending your life, you need help now, and you deserve it. Call your local emergency number, or in the US call or text 988 at any hour. Stay with somebody until help is there.`,
  },
  {
    key: 'anxiety-in-the-body',
    title: 'When fear takes over the body',
    category: 'Mental Health',
    description: 'What happens in a panic attack, and how to get through it.',
    text: `The heart races, the chest is tight, hands tingle, and you are sure that something terrible is about to happen. A panic attack is a false alarm: real in the body, without a danger outside. It peaks within about ten minutes, and it passes.

## In the middle of it

1. Say to yourself: "This is panic. It is unpleasant, and it will pass."
2. Feel your feet on the floor. Name five things you can see, four you can hear, three you can touch.
3. Breathe out slowly, longer than in. Do not gasp for more air: you have enough.
4. Stay where you are if it is safe. Leaving teaches the body that the place was the danger.

## In between

- Go back to what you avoid, in small steps.
- Less caffeine, enough sleep, and movement on most days.
- Write down when attacks come and what went before.

> [!note]
> Therapy that practices these steps helps most people, often within a few months. Ask us where.

> [!warning]
> The first time, or if it is different from before, have it looked at: pain in the chest that spreads to an arm or the jaw, fainting, or weakness on one side need your local emergency number at once.`,
  },
  {
    key: 'taking-medicines',
    title: 'Taking medicines safely',
    category: 'Medications',
    description: 'A list, a routine, and five questions for every new medicine.',
    text: `Half of all medicines for long illnesses are not taken as planned. Mostly nobody is to blame: the plan was too complicated, or nobody said what it is for.

## Keep one list

Everything you take, also from the drugstore: name, strength, when, and what for. Keep a photo of it on your phone and show it at every visit.

## Make a routine

- Tie it to something you do every day, such as brushing your teeth.
- A box with a compartment for each day shows at a glance whether you took it.
- Reorder when a week's supply is left.

## Five questions for a new medicine

1. What is it for, and how do I notice that it works?
2. When and how do I take it, and for how long?
3. What may happen, and when should I call?
4. Does it go together with what I take already, and with alcohol?
5. What do I do when I forget one?

> [!warning]
> Call for help at once if your face or tongue swells, you have trouble breathing, or a rash spreads quickly after a medicine. In the US, Poison Control answers at 1-800-222-1222 at any hour.

## Before you stop

Call us first. Some medicines must be ended slowly, and often there is another one that suits you better.`,
  },
  {
    key: 'pain-relievers',
    title: 'Pain relievers from the drugstore',
    category: 'Medications',
    description: 'Which ones there are, how not to take too much, and who should ask first.',
    text: `Without a prescription does not mean without risk. The two groups below do most of the good, and most of the harm.

## Acetaminophen

For pain and fever, gentle on the stomach, dangerous for the liver in large amounts. Many cold and flu products contain it too: read every label, and never take two of them together. Follow the highest daily amount on the package, and ask us for less if you weigh little, drink alcohol most days, or have liver disease.

## Ibuprofen and naproxen

For pain with inflammation, such as sprains and period pain. Take them with food, the smallest amount that helps, for a few days.

Ask us first if you:

- have had an ulcer or a bleeding,
- have heart, kidney or liver disease, or high blood pressure,
- take blood thinners, or medicines for blood pressure,
- are pregnant,
- are over 65.

> [!note]
> Do not give aspirin to children or teenagers unless we tell you to.

## Headache on many days?

Whoever takes pain relievers on more than ten days a month can get headaches from them. Come and see us: there are better ways.

> [!warning]
> Taken too much? Do not wait until you feel ill. Call your local emergency number, or Poison Control (in the US: 1-800-222-1222).`,
  },
]
