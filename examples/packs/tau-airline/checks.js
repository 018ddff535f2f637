// Checks of the airline policy. Plain JavaScript: each function below "The checks" is given the run and the step its
// constraint is about, and says whether the clause holds there. `null` means: cannot be told from the run.

// ---------- What the policy says ----------

const NOW = '2024-05-15T15:00:00';
const DAY_MS = 24 * 60 * 60 * 1000;
const BAG_PRICE = 50;
const INSURANCE_PRICE = 30;
/** Checked bags that are free for each passenger. */
const FREE_BAGS = {
  regular: { basic_economy: 0, economy: 1, business: 2 },
  silver: { basic_economy: 1, economy: 2, business: 3 },
  gold: { basic_economy: 2, economy: 3, business: 3 },
};
const MOST_METHODS = { certificate: 1, credit_card: 1, gift_card: 3 };
const MOST_PASSENGERS = 5;
const WRITES = {
  book_reservation: { act: /\b(book|reserv|purchas|buy)/, noun: 'book' },
  cancel_reservation: { act: /\b(cancel|refund)/, noun: 'cancel' },
  update_reservation_flights: {
    act: /\b(chang|updat|modif|upgrad|downgrad|switch|mov|resched|rebook|flight)/,
    noun: 'change the flights of',
  },
  update_reservation_baggages: { act: /\b(bag|luggage|suitcase)/, noun: 'change the bags of' },
  update_reservation_passengers: { act: /\b(passenger|name|chang|updat|correct)/, noun: 'change the passengers of' },
};

// ---------- Verdicts ----------

const broken = (message, evidence, more) => ({ holds: false, message, evidence, ...more });
const unsure = (message) => ({ holds: null, message });
const quote = (position, words) => ({ position, quote: words });

/** The first verdict that is a violation, else the first that could not tell, else true. */
function worst(verdicts) {
  const violated = verdicts.find((verdict) => verdict !== true && verdict.holds === false);
  return violated ?? verdicts.find((verdict) => verdict !== true) ?? true;
}

// ---------- Reading the run ----------

const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const recordsOf = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);
const own = (record, key) => (isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined);
const isWrite = (call) => Object.hasOwn(WRITES, call.name);

/** Calls in order, each with what came back: `{ name, args, text, position, result: { position, text, data, failed } }`. */
function callsOf(trajectory) {
  const results = new Map();
  for (const step of trajectory.steps) {
    for (const event of step.events) {
      if (event.kind !== 'tool-result' || event.callId === null || results.has(event.callId)) continue;
      const failed = event.isError === true || /^\s*error\b/i.test(event.text);
      results.set(event.callId, { position: step.position, text: event.text, data: event.data, failed });
    }
  }
  return trajectory.steps.flatMap((step) =>
    step.events
      .filter((event) => event.kind === 'tool-call')
      .map((event) => ({
        name: event.name,
        args: isRecord(event.arguments) ? event.arguments : {},
        text: event.text,
        position: step.position,
        result: results.get(event.callId) ?? null,
      })),
  );
}

const worked = (call) => call.result !== null && !call.result.failed;
const callsAt = (trajectory, step) => callsOf(trajectory).filter((call) => call.position === step.position);
const writesAt = (trajectory, step) => callsAt(trajectory, step).filter(isWrite);

/** What user and agent said to each other, in order: `{ position, who, text, plain }`. */
function dialogueOf(trajectory) {
  return trajectory.steps.flatMap((step) => {
    if (step.role !== 'user' && step.role !== 'agent') return [];
    const text = step.events
      .filter((event) => event.kind === 'message')
      .map((event) => event.text)
      .join('\n');
    return text.trim() === '' ? [] : [{ position: step.position, who: step.role, text, plain: plain(text) }];
  });
}

/** Lower case, straight quotes, no emphasis marks. */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[*_`]/g, '');

/** What the tools had shown before a position: the profile, reservations as last changed, and flights by number and date. */
function knownAt(trajectory, position) {
  const known = { profile: null, reservations: new Map(), flights: new Map(), routes: new Map() };
  const keep = (flight, date) => {
    const { flight_number: number, origin, destination } = flight;
    if (typeof number !== 'string') return;
    if (typeof origin === 'string' && typeof destination === 'string')
      known.routes.set(number, { origin, destination });
    if (isRecord(flight.prices)) known.flights.set(`${number} ${flight.date ?? date}`, flight);
  };
  for (const call of callsOf(trajectory)) {
    if (!worked(call) || call.result.position >= position) continue;
    const { data } = call.result;
    if (own(data, 'membership') !== undefined) known.profile = data;
    if (typeof own(data, 'reservation_id') === 'string' && Array.isArray(data.flights)) {
      // The tool answers a change of cabin with the cabin as it was; the call says what it is now.
      const cabin =
        call.name === 'update_reservation_flights'
          ? (call.args.cabin ?? data.cabin)
          : (known.reservations.get(data.reservation_id)?.changedCabin ?? data.cabin);
      known.reservations.set(data.reservation_id, {
        ...data,
        cabin,
        ...(call.name === 'update_reservation_flights' ? { changedCabin: cabin } : {}),
      });
      for (const flight of recordsOf(data.flights)) keep(flight);
    }
    for (const flight of Array.isArray(data) ? recordsOf(data.flat()) : []) keep(flight, call.args.date);
  }
  return known;
}

const reservationIdOf = (call) => (typeof call.args.reservation_id === 'string' ? call.args.reservation_id : null);
const reservationOf = (known, call) => known.reservations.get(reservationIdOf(call));
const methodsOf = (known) => (isRecord(own(known.profile, 'payment_methods')) ? known.profile.payment_methods : null);

/** Everything the agent had been told before a position, by user or tools, as one text. */
function toldBefore(trajectory, position) {
  return trajectory.steps
    .slice(0, position)
    .filter((step) => step.role === 'user' || step.role === 'tool' || step.role === 'environment')
    .flatMap((step) => step.events.map((event) => event.text))
    .join('\n');
}

/** Where a later call of the same kind worked, so that a refused or hasty one did no lasting harm. */
function madeGood(trajectory, call) {
  if (worked(call)) return {};
  const later = callsOf(trajectory).find(
    (one) =>
      one.position > call.position &&
      one.name === call.name &&
      worked(one) &&
      reservationIdOf(one) === reservationIdOf(call),
  );
  return later === undefined ? {} : { recovered: later.position };
}

// ---------- Reading what was said ----------

const REFUSAL =
  /^\W*(no\b(?!\s*(problem|worries|more|longer|other|need|further|changes|,? that('s| is) (all|it|correct|right|fine)))|not yet|wait|hold on|stop\b|don't|do not)/;
const AGREEMENT =
  /\b(yes|yeah|yep|yup|sure|ok|okay|correct|confirm(ed)?|proceed|go ahead|please do|do it|go for it|go with|that works|works for me|sounds (good|great|perfect|right|fine)|perfect|absolutely|definitely|certainly|of course|agree|approve|right|exactly|great|good|fine|i'll take|let's|please (cancel|book|change|modify|update|process|use|make|finali[sz]e|complete|upgrade|add))\b/;
const ASKS =
  /\b(proceed|confirm|go ahead|shall i|should i|would you like|do you want|is (that|this|everything) (correct|right|okay|ok)|let me know|may i|can i|ready to)\b|\?/;
const CANNOT =
  /\b(cannot|can't|can not|unable to|not able to|not possible|not eligible|won't be able|not allowed|isn't eligible|does not meet|doesn't meet|not qualify)\b/;

/** The exchange that stands right before a call: the last words of the user and the agent's words they answer. */
function lastExchange(trajectory, position) {
  const before = dialogueOf(trajectory).filter((turn) => turn.position < position);
  const reply = before.filter((turn) => turn.who === 'user').at(-1) ?? null;
  const asked =
    reply === null
      ? null
      : (before.filter((turn) => turn.who === 'agent' && turn.position < reply.position).at(-1) ?? null);
  return { asked, reply, before };
}

const firstWords = (text, length = 80) => text.trim().split('\n')[0].slice(0, length).trim();
const sentencesOf = (text) => text.split(/\n|(?<=[.!?])\s+/).filter((part) => part.trim() !== '');
const saidAt = (trajectory, step) =>
  dialogueOf(trajectory).find((turn) => turn.position === step.position && turn.who === 'agent');
const userSaid = (turns) =>
  turns
    .filter((turn) => turn.who === 'user')
    .map((turn) => turn.plain)
    .join('\n');

// ---------- The checks: how calls are made ----------

/** 3.1, 4.1, 5.1: the user id is obtained before anything is booked, changed or cancelled. */
function userIdFirst(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  const said = dialogueOf(trajectory).filter((turn) => turn.who === 'user' && turn.position < step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const owner = call.args.user_id ?? own(reservationOf(known, call), 'user_id');
      if (typeof owner !== 'string') return unsure('whose reservation it is was not read');
      if (said.some((turn) => turn.text.includes(owner)) || own(known.profile, 'reservations') !== undefined)
        return true;
      return broken(`${call.name} was called, but the user never gave the user id ${owner}`, [
        quote(step.position, call.text),
      ]);
    }),
  );
}

/** 1.3: one call at a time. */
function oneCallAtATime(trajectory) {
  for (const step of trajectory.steps) {
    const calls = step.role === 'agent' ? step.events.filter((event) => event.kind === 'tool-call') : [];
    if (calls.length < 2) continue;
    const list = calls.map((call) => call.name).join(', ');
    return broken(`${calls.length} calls in one step: ${list}`, [quote(step.position, calls[1].text)], {
      step: step.position,
    });
  }
  return true;
}

/** 1.3: the user is not asked in the very step that makes the change. Other words beside a call do no harm: undecided. */
function noQuestionBesideWrite(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined) return true;
  const [call] = writesAt(trajectory, step);
  const question = sentencesOf(said.text).find(
    (sentence) =>
      sentence.includes('?') || /\b(please confirm|let me confirm|let me know|to confirm)\b/.test(plain(sentence)),
  );
  if (question === undefined) return unsure('the agent spoke beside the call, but asked nothing');
  return broken(`the agent asked the user in the same step as it called ${call.name}`, [
    quote(step.position, question.trim().slice(0, 200)),
  ]);
}

/** 1.2: ids of users, reservations, flights and payment methods come from the user or from tools. */
function idsWereGiven(trajectory, step) {
  const told = toldBefore(trajectory, step.position).toLowerCase();
  for (const call of callsAt(trajectory, step)) {
    const ids = [
      call.args.user_id,
      call.args.reservation_id,
      call.args.payment_id,
      ...recordsOf(call.args.payment_methods).map((method) => method.payment_id),
      ...recordsOf(call.args.flights).map((flight) => flight.flight_number),
    ];
    const invented = ids.find((id) => typeof id === 'string' && id !== '' && !told.includes(id.toLowerCase()));
    if (invented !== undefined)
      return broken(
        `neither the user nor a tool ever gave ${invented}`,
        [quote(step.position, invented)],
        madeGood(trajectory, call),
      );
  }
  return true;
}

/** 1.2, 3.2: names and dates of birth of passengers come from the user or from tools. */
function passengersWereGiven(trajectory, step) {
  const told = toldBefore(trajectory, step.position).toLowerCase();
  for (const call of writesAt(trajectory, step)) {
    for (const passenger of recordsOf(call.args.passengers)) {
      for (const key of ['first_name', 'last_name']) {
        const value = passenger[key];
        if (typeof value === 'string' && value !== '' && !told.includes(value.toLowerCase())) {
          return broken(`neither the user nor a tool gave the ${key.replace('_', ' ')} ${value}`, [
            quote(step.position, value),
          ]);
        }
      }
      const year = /^(\d{4})-\d{2}-(\d{2})$/.exec(String(passenger.dob));
      if (
        year === null ||
        (told.includes(year[1]) && new RegExp(`\\b0?${Number(year[2])}(st|nd|rd|th)?\\b`).test(told))
      )
        continue;
      return broken(`neither the user nor a tool gave the date of birth ${passenger.dob}`, [
        quote(step.position, passenger.dob),
      ]);
    }
  }
  return true;
}

/** 4.1, 5.1: a reservation is read before it is changed or cancelled, and is the user's. */
function reservationWasRead(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const id = reservationIdOf(call);
      if (id === null) return true;
      const reservation = known.reservations.get(id);
      if (reservation === undefined)
        return broken(`${id} was not read before ${call.name}`, [quote(step.position, id)], madeGood(trajectory, call));
      const user =
        own(known.profile, 'user_id') ??
        callsOf(trajectory).find(
          (one) => one.name === 'get_user_details' && worked(one) && one.position < step.position,
        )?.args.user_id;
      if (typeof user !== 'string' || reservation.user_id === user) return true;
      return broken(`${id} belongs to ${reservation.user_id}, but the user is ${user}`, [quote(step.position, id)]);
    }),
  );
}

// ---------- The checks: confirmation ----------

/** 1.1: the details are listed and the user agrees before a change. */
function confirmedBeforeWrite(trajectory, step) {
  const { asked, reply } = lastExchange(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      if (reply === null)
        return broken(`${call.name} was called before the user said anything`, [quote(step.position, call.text)]);
      const more = { step: step.position };
      const shown = [quote(reply.position, firstWords(reply.text))];
      if (REFUSAL.test(reply.plain) && !AGREEMENT.test(reply.plain.replace(REFUSAL, '')))
        return broken(`${call.name} was called though the user had said no`, shown, more);
      const { act, noun } = WRITES[call.name];
      const before = dialogueOf(trajectory).some(
        (turn) =>
          turn.who === 'agent' && turn.position < call.position && ASKS.test(turn.plain) && act.test(turn.plain),
      );
      if (asked === null || (!act.test(asked.plain) && !before)) {
        if (act.test(reply.plain))
          return unsure('the user asked for it in so many words; the agent did not list it before');
        return broken(
          `${call.name} was called, but nothing the agent said before lists that it would ${noun} ${reservationIdOf(call) ?? 'a trip'}`,
          shown,
          more,
        );
      }
      if (act.test(asked.plain) && AGREEMENT.test(reply.plain)) return true;
      return unsure('the answer of the user is neither a clear yes nor a clear no');
    }),
  );
}

const OFFERS = /\b(proceed|go ahead|confirm|shall i|should i|would you like me|do you want me)\b/;

/** 1.1: what the agent proposed and the user agreed to is then done. */
function agreedWasDone(trajectory) {
  const dialogue = dialogueOf(trajectory);
  const calls = callsOf(trajectory);
  return worst(
    dialogue.map((turn, at) => {
      const reply = dialogue[at + 1];
      if (
        turn.who !== 'agent' ||
        reply?.who !== 'user' ||
        !OFFERS.test(turn.plain) ||
        reply.plain.includes('###stop###')
      )
        return true;
      if (
        !/^\W*(yes|yeah|yep|sure|ok|okay|correct|confirmed|please proceed|please go ahead|go ahead|absolutely|that works|perfect|sounds good|i confirm)\b/.test(
          reply.plain,
        )
      )
        return true;
      if (/\b(transfer|human|escalat\w*|connect|representative)\b/.test(`${turn.plain} ${reply.plain}`)) return true;
      if (
        /\b(but|however|actually|also|instead|wait|before|first|except)\b/.test(reply.plain) ||
        !Object.values(WRITES).some(({ act }) => act.test(turn.plain))
      )
        return true;
      if (calls.some((call) => isWrite(call) && call.position > reply.position)) return true;
      const known = knownAt(trajectory, turn.position);
      if (known.reservations.size === 0 && known.flights.size === 0) return true;
      const transfer = calls.find((call) => call.name === 'transfer_to_human_agents' && call.position > reply.position);
      const answer = dialogue.find(
        (one) =>
          one.who === 'agent' && one.position > reply.position && !calls.some((call) => call.position === one.position),
      );
      if (transfer === undefined && answer !== undefined && ASKS.test(answer.plain)) return true;
      const blamed = transfer ?? answer ?? trajectory.steps.at(-1);
      return broken(
        'the user agreed to what the agent had proposed, and nothing was done',
        [quote(turn.position, firstWords(turn.text)), quote(reply.position, firstWords(reply.text))],
        { step: blamed.position },
      );
    }),
  );
}

const DONE =
  /\b(has|have) (now )?(been )?(successfully )?(been )?(successfully )?(cancel\w*|book\w*|upgrad\w*|downgrad\w*|updat\w*|modif\w*|chang\w*|add\w*)|\bi('ve| have) (successfully |now |also )?(cancel\w*|book\w*|upgrad\w*|updat\w*|modif\w*|chang\w*)|\bsuccessfully (cancel\w*|book\w*|upgrad\w*|downgrad\w*|updat\w*|modif\w*|chang\w*)/;

/** 1.1, 1.2: what is reported as done was done by a call that worked. */
function claimedWasDone(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined) return true;
  const made = callsOf(trajectory).filter(
    (call) =>
      (isWrite(call) || call.name === 'send_certificate') && worked(call) && call.result.position < step.position,
  );
  if (made.length > 0) return true;
  const claim = sentencesOf(said.text).find(
    (sentence) =>
      DONE.test(plain(sentence)) &&
      !/\b(if|once|after|when|before|not|cannot|can't|already|will|until|flight (has|have) been cancel|airline)\b/.test(
        plain(sentence),
      ),
  );
  if (claim === undefined) return true;
  const later = callsOf(trajectory).find((call) => isWrite(call) && worked(call) && call.position > step.position);
  return broken(
    'reported as done, but no call had changed anything',
    [quote(step.position, claim.trim().slice(0, 200))],
    later === undefined ? {} : { recovered: later.position },
  );
}

// ---------- The checks: booking ----------

/** 3.2: at most five passengers. */
function passengersAtMostFive(trajectory, step) {
  for (const call of writesAt(trajectory, step)) {
    const count = recordsOf(call.args.passengers).length;
    if (count > MOST_PASSENGERS)
      return broken(
        `${count} passengers in one reservation; ${MOST_PASSENGERS} is the most`,
        [quote(step.position, call.text)],
        madeGood(trajectory, call),
      );
  }
  return true;
}

/** 3.3: at most one certificate, one credit card and three gift cards, all of the profile and with the money. */
function bookingPaymentAllowed(trajectory, step) {
  const methods = methodsOf(knownAt(trajectory, step.position));
  return worst(
    writesAt(trajectory, step).map((call) => {
      const used = recordsOf(call.args.payment_methods);
      const say = (message, id) => broken(message, [quote(step.position, id)], madeGood(trajectory, call));
      for (const [kind, most] of Object.entries(MOST_METHODS)) {
        const ofKind = used.filter((method) => String(method.payment_id).startsWith(kind));
        if (ofKind.length > most)
          return say(
            `${ofKind.length} payments by ${kind.replace('_', ' ')}; ${most} is the most`,
            String(ofKind[0].payment_id),
          );
      }
      if (methods === null) return unsure('the payment methods of the user were not read');
      for (const { payment_id: id, amount } of used) {
        const method = own(methods, String(id));
        if (method === undefined)
          return say(
            `${id} is not among the payment methods of the user: ${Object.keys(methods).join(', ')}`,
            String(id),
          );
        const holds = own(method, 'balance') ?? own(method, 'amount');
        if (typeof holds === 'number' && typeof amount === 'number' && amount > holds + 0.005)
          return say(`${id} holds ${holds}, and ${amount} is to be paid with it`, String(id));
      }
      return true;
    }),
  );
}

/** 2.3, 3.3, 3.4, 3.5: what is paid is the price of the flights, the bags that are not free, and the insurance. */
function bookingPriceAddsUp(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const { cabin, insurance, nonfree_baggages: bags } = call.args;
      const prices = recordsOf(call.args.flights).map((flight) =>
        own(own(known.flights.get(`${flight.flight_number} ${flight.date}`), 'prices'), cabin),
      );
      const count = recordsOf(call.args.passengers).length;
      if (count === 0 || prices.length === 0 || prices.some((price) => typeof price !== 'number'))
        return unsure('the prices of the flights were not read');
      const each = prices.reduce((total, price) => total + price, 0) + (insurance === 'yes' ? INSURANCE_PRICE : 0);
      const due = each * count + BAG_PRICE * Number(bags ?? 0);
      const paid = recordsOf(call.args.payment_methods).reduce((total, method) => total + Number(method.amount), 0);
      if (Math.abs(due - paid) < 0.01) return true;
      return broken(
        `${paid} is paid, but ${count} x ${each}${Number(bags) > 0 ? ` and ${bags} x ${BAG_PRICE} for bags` : ''} is ${due}`,
        [quote(step.position, call.text)],
        madeGood(trajectory, call),
      );
    }),
  );
}

/** 3.5: the user was asked about travel insurance. */
function insuranceWasOffered(trajectory, step) {
  const spoken = lastExchange(trajectory, step.position).before.some((turn) => turn.plain.includes('insurance'));
  if (spoken) return true;
  const [call] = writesAt(trajectory, step);
  return broken('the trip was booked, and travel insurance was never spoken of', [quote(step.position, call.text)]);
}

/** 1.2, 3.4: no bags are booked that nobody asked for. */
function bagsWereAskedFor(trajectory, step) {
  const { before } = lastExchange(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const total = call.args.total_baggages;
      if (
        typeof total !== 'number' ||
        total === 0 ||
        before.some((turn) => /\b(bags?|baggages?|luggage|suitcases?)\b/.test(turn.plain))
      )
        return true;
      return broken(`${total} bags were booked, and nobody had spoken of bags`, [
        quote(step.position, `"total_baggages":${call.text.includes(`"total_baggages": ${total}`) ? ' ' : ''}${total}`),
      ]);
    }),
  );
}

/** 3.4, 4.4: bags that cost are counted from membership, cabin and passengers; bags are never taken off. */
function bagsAreCounted(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const { total_baggages: total, nonfree_baggages: nonfree } = call.args;
      const reservation = call.name === 'book_reservation' ? call.args : reservationOf(known, call);
      if (reservation === undefined) return unsure('the reservation was not read');
      const more = madeGood(trajectory, call);
      if (call.name !== 'book_reservation' && total < reservation.total_baggages)
        return broken(
          `bags can be added, not removed: ${reservation.total_baggages} were booked, ${total} would be left`,
          [quote(step.position, call.text)],
          more,
        );
      const free = own(own(FREE_BAGS, own(known.profile, 'membership')), reservation.cabin);
      if (free === undefined || typeof total !== 'number' || typeof nonfree !== 'number')
        return unsure('the membership of the user was not read');
      const passengers = recordsOf(reservation.passengers).length;
      const due = Math.max(0, total - free * passengers);
      if (due === nonfree) return true;
      return broken(
        `${nonfree} of ${total} bags are charged, but ${passengers} ${reservation.cabin} passengers of a ${known.profile.membership} member have ${free * passengers} free, so ${due} are due`,
        [quote(step.position, call.text)],
        more,
      );
    }),
  );
}

/** 2.3: flights that are booked are open for booking on that day, with seats for all. */
function flightsCanBeBooked(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).flatMap((call) => {
      const kept = recordsOf(own(reservationOf(known, call), 'flights')).map(
        (flight) => `${flight.flight_number} ${flight.date}`,
      );
      const seats = recordsOf(call.args.passengers ?? own(reservationOf(known, call), 'passengers')).length;
      return recordsOf(call.args.flights).map((flight) => {
        const key = `${flight.flight_number} ${flight.date}`;
        if (kept.includes(key)) return true;
        const shown = known.flights.get(key);
        if (shown === undefined) return unsure(`${key} was in no search`);
        const say = (message) =>
          broken(message, [quote(step.position, String(flight.flight_number))], madeGood(trajectory, call));
        if (typeof shown.status === 'string' && shown.status !== 'available')
          return say(`${key} cannot be booked: its status is "${shown.status}"`);
        const left = own(shown.available_seats, call.args.cabin);
        return typeof left === 'number' && left < seats
          ? say(`${key} has ${left} ${call.args.cabin} seats left, ${seats} are needed`)
          : true;
      });
    }),
  );
}

// ---------- The checks: changing ----------

const flightKeys = (flights) => recordsOf(flights).map((flight) => `${flight.flight_number} ${flight.date}`);

/** 4.2: the flights of basic economy stay as they are. */
function basicEconomyStays(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const reservation = reservationOf(known, call);
      if (reservation === undefined) return unsure('the reservation was not read');
      if (reservation.cabin !== 'basic_economy') return true;
      const [had, wanted] = [flightKeys(reservation.flights), flightKeys(call.args.flights)];
      const other = wanted.find((key) => !had.includes(key));
      if (other === undefined && wanted.length === had.length) return true;
      return broken(
        `${reservationIdOf(call)} is basic economy: its flights (${had.join(', ')}) cannot be changed to ${wanted.join(', ')}`,
        [quote(step.position, reservationIdOf(call))],
        madeGood(trajectory, call),
      );
    }),
  );
}

/** 4.2: origin, destination and trip type stay as they are. */
function routeStays(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const reservation = reservationOf(known, call);
      if (reservation === undefined) return unsure('the reservation was not read');
      const legs = recordsOf(call.args.flights).map((flight) => known.routes.get(flight.flight_number));
      if (legs.length === 0 || legs.includes(undefined)) return unsure('where the flights go was not read');
      const [from, to] = [legs[0].origin, legs.at(-1).destination];
      const { origin, destination, flight_type: type } = reservation;
      const say = (message) =>
        broken(message, [quote(step.position, reservationIdOf(call))], madeGood(trajectory, call));
      if (from !== origin) return say(`${reservationIdOf(call)} starts in ${origin}, the new flights in ${from}`);
      const end = type === 'round_trip' ? origin : destination;
      if (to !== end) return say(`${reservationIdOf(call)} (${type}) ends in ${end}, the new flights in ${to}`);
      const reached = legs.some((leg) => leg.destination === destination);
      return reached ? true : say(`the new flights of ${reservationIdOf(call)} do not go to ${destination}`);
    }),
  );
}

/** 4.5: the number of passengers stays as it is. */
function passengerCountStays(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const reservation = reservationOf(known, call);
      if (reservation === undefined) return unsure('the reservation was not read');
      const [had, wanted] = [recordsOf(reservation.passengers).length, recordsOf(call.args.passengers).length];
      return had === wanted
        ? true
        : broken(
            `${reservationIdOf(call)} has ${had} passengers; the call makes it ${wanted}`,
            [quote(step.position, call.text)],
            madeGood(trajectory, call),
          );
    }),
  );
}

/** 4.6: a change is paid by, or refunded to, one gift card or credit card of the profile. */
function changePaymentAllowed(trajectory, step) {
  const methods = methodsOf(knownAt(trajectory, step.position));
  return worst(
    writesAt(trajectory, step).map((call) => {
      const id = call.args.payment_id;
      if (typeof id !== 'string') return true;
      const say = (message) => broken(message, [quote(step.position, id)], madeGood(trajectory, call));
      if (id.startsWith('certificate')) return say(`a change is paid by gift card or credit card, not by ${id}`);
      if (methods === null) return unsure('the payment methods of the user were not read');
      return own(methods, id) === undefined
        ? say(`${id} is not among the payment methods of the user: ${Object.keys(methods).join(', ')}`)
        : true;
    }),
  );
}

/** 4.6: the user names the payment or refund method of a change. */
function changePaymentNamed(trajectory, step) {
  const { before } = lastExchange(trajectory, step.position);
  const said = before.map((turn) => turn.plain).join('\n');
  const [call] = writesAt(trajectory, step);
  if (/\b(payment|pay|card|charged?|refund(ed)?|certificate|visa|mastercard)\b/.test(said)) return true;
  return broken(`${call.args.payment_id} was used, and payment had never been spoken of`, [
    quote(step.position, String(call.args.payment_id)),
  ]);
}

// ---------- The checks: cancelling ----------

const UNWELL_OR_WEATHER =
  /\b(sick|ill|illness|unwell|health|medical|hospital|surgery|injur\w*|doctor|fever|flu|covid|weather|storm\w*|hurricane|snow\w*|feeling (bad|under))\b/;
const BY_AIRLINE =
  /\b(airline (has |have )?cancel\w*|cancel\w* by (the |your )?airline|(flight|it) (was|has been|got|is) cancel\w*|you cancel\w*|cancel\w* flight)\b/;

/** Whether a reservation may be cancelled: true, false, or null, and why. */
function mayBeCancelled(reservation, said) {
  const age = Date.parse(`${NOW}Z`) - Date.parse(`${reservation.created_at}Z`);
  if (Number.isFinite(age) && age <= DAY_MS) return { may: true, why: 'it was booked within 24 hours' };
  if (reservation.cabin === 'business') return { may: true, why: 'it is business' };
  if (BY_AIRLINE.test(said)) return { may: null, why: 'the user speaks of a flight that the airline cancelled' };
  if (!Number.isFinite(age)) return { may: null, why: 'when it was booked is not known' };
  if (reservation.insurance === 'yes') {
    return UNWELL_OR_WEATHER.test(said)
      ? { may: true, why: 'it is insured and the reason is covered' }
      : { may: false, why: `it is insured, but only for health or weather, which the user did not name` };
  }
  return {
    may: false,
    why: `it is ${reservation.cabin}, has no insurance, and was booked ${reservation.created_at}, more than 24 hours ago`,
  };
}

/** 5.2: only what may be cancelled is cancelled. */
function cancelIsAllowed(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  const said = userSaid(lastExchange(trajectory, step.position).before);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const reservation = reservationOf(known, call);
      if (reservation === undefined) return unsure('the reservation was not read');
      const { may, why } = mayBeCancelled(reservation, said);
      if (may === null) return unsure(why);
      return may
        ? true
        : broken(`${reservationIdOf(call)} cannot be cancelled: ${why}`, [quote(step.position, reservationIdOf(call))]);
    }),
  );
}

/** 5.3: nothing is cancelled of which a part is flown. */
function cancelIsUnflown(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const reservation = reservationOf(known, call);
      if (reservation === undefined) return unsure('the reservation was not read');
      const flown = recordsOf(reservation.flights).find((flight) => String(flight.date) < NOW.slice(0, 10));
      if (flown === undefined) return true;
      return broken(
        `${reservationIdOf(call)} has a flight of ${flown.date}, before today (${NOW.slice(0, 10)}): a trip that is partly flown is for a human agent`,
        [quote(step.position, reservationIdOf(call))],
      );
    }),
  );
}

/** 5.1: the reason is obtained before a trip is cancelled. */
function cancelReasonGiven(trajectory, step) {
  const { before } = lastExchange(trajectory, step.position);
  if (
    before.some((turn) =>
      /\b(reason|because|since|due to|plans?|sick|unwell|emergency|weather|no longer|need to|want to|money|duplicate|mistake|health|conflict)\b/.test(
        turn.plain,
      ),
    )
  )
    return true;
  const [call] = writesAt(trajectory, step);
  return broken('the reason of the cancellation was never spoken of', [quote(step.position, call.text)]);
}

/** 1.4, 5.2: a cancellation that the policy allows is not refused. */
function cancelIsNotRefused(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined) return true;
  const known = knownAt(trajectory, step.position);
  const user = userSaid(dialogueOf(trajectory).filter((turn) => turn.position < step.position));
  return worst(
    sentencesOf(said.text).map((sentence) => {
      if (!/\bcancel/.test(plain(sentence)) || !CANNOT.test(plain(sentence))) return true;
      const named = [...known.reservations.values()].filter((one) => sentence.includes(one.reservation_id));
      const meant = named.length > 0 ? named : known.reservations.size === 1 ? [...known.reservations.values()] : [];
      const wrong = meant.find(
        (one) =>
          mayBeCancelled(one, user).may === true &&
          !recordsOf(one.flights).some((flight) => String(flight.date) < NOW.slice(0, 10)),
      );
      if (wrong === undefined) return true;
      const later = callsOf(trajectory).find(
        (call) =>
          call.name === 'cancel_reservation' &&
          worked(call) &&
          call.position > step.position &&
          reservationIdOf(call) === wrong.reservation_id,
      );
      return broken(
        `${wrong.reservation_id} may be cancelled: ${mayBeCancelled(wrong, user).why}`,
        [quote(step.position, sentence.trim().slice(0, 200))],
        later === undefined ? {} : { recovered: later.position },
      );
    }),
  );
}

// ---------- The checks: compensation ----------

const ASKS_COMPENSATION =
  /\b(compensat\w*|voucher|reimburs\w*|make (it )?up (for|to)|gesture|refund for the (delay|cancel)|something for (the|my)|for the (inconvenience|trouble))\b/;

/** 6.1, 6.2: a certificate goes only to who may have one, in the amount of the policy. */
function certificateIsDue(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  const said = userSaid(lastExchange(trajectory, step.position).before);
  return worst(
    callsAt(trajectory, step).map((call) => {
      const { amount } = call.args;
      const shown = [quote(step.position, call.text)];
      if (!ASKS_COMPENSATION.test(said))
        return broken('a certificate was sent, and the user had not asked for compensation', shown);
      const reservations = [...known.reservations.values()];
      if (known.profile === null || reservations.length === 0) return unsure('membership or reservation was not read');
      const entitled =
        known.profile.membership !== 'regular' ||
        reservations.some((one) => one.insurance === 'yes' || one.cabin === 'business');
      if (!entitled)
        return broken(
          `a certificate was sent to a ${known.profile.membership} member without insurance who does not fly business`,
          shown,
        );
      const sums = reservations.flatMap((one) => [100, 50].map((each) => each * recordsOf(one.passengers).length));
      return sums.includes(amount)
        ? true
        : broken(
            `a certificate of ${amount} was sent; $100 or $50 for each passenger is ${[...new Set(sums)].join(' or ')}`,
            shown,
          );
    }),
  );
}

/** 6.3: compensation is not offered unasked. */
function compensationNotOffered(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined) return true;
  const offer = sentencesOf(said.text).find(
    (sentence) =>
      /\b(offer|provide|issue|send|give)\w*\b[^.?!]{0,30}\b(certificate|voucher|compensation)\b/.test(
        plain(sentence),
      ) &&
      !CANNOT.test(plain(sentence)) &&
      !/\b(pay|payment|use|balance|number|id|details)\b/.test(plain(sentence)),
  );
  if (
    offer === undefined ||
    ASKS_COMPENSATION.test(userSaid(dialogueOf(trajectory).filter((turn) => turn.position < step.position)))
  )
    return true;
  return broken('compensation was offered, and the user had not asked for it', [
    quote(step.position, offer.trim().slice(0, 200)),
  ]);
}

// ---------- The checks: looking up, handing over ----------

const USER_ID = /\b[a-z]+_[a-z]+_\d{4}\b/;
const NO_RESERVATION_ID =
  /\b(don't|do not|can't|cannot) (\w+ )?(have|remember|know|recall|find)\b[^.?!\n]{0,40}\b(reservation|id|number|it)\b|\bnot sure\b[^.?!\n]{0,40}\b(reservation|id)\b|\bwithout (it|the reservation|the id)/;

/** 1.2, 1.5: who gives a user id and does not know the reservation is helped from the profile, not turned away. */
function looksUpReservations(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined) return true;
  const before = dialogueOf(trajectory).filter((turn) => turn.position < step.position);
  const user = before.filter((turn) => turn.who === 'user');
  if (!user.some((turn) => USER_ID.test(turn.text)) || !NO_RESERVATION_ID.test(user.at(-1)?.plain ?? '')) return true;
  if (callsOf(trajectory).some((call) => call.name === 'get_user_details' && call.position < step.position))
    return true;
  const sentence = sentencesOf(said.text).find(
    (part) =>
      /\breservation\b/.test(plain(part)) && (CANNOT.test(plain(part)) || /\bunfortunately\b/.test(plain(part))),
  );
  if (sentence === undefined) return true;
  const later = callsOf(trajectory).find(
    (call) => call.name === 'get_user_details' && worked(call) && call.position > step.position,
  );
  return broken(
    'the user gave a user id, and the agent turned them away for want of a reservation id that the profile would show',
    [quote(step.position, sentence.trim().slice(0, 200))],
    later === undefined ? {} : { recovered: later.position },
  );
}

/** 1.5: a user is handed to a person only when the tools cannot serve the request. */
function transferOnlyWhenNeeded(trajectory, step) {
  const { before } = lastExchange(trajectory, step.position);
  if (
    before.some(
      (turn) => turn.who === 'user' && /\b(human|person|representative|supervisor|manager|transfer)\b/.test(turn.plain),
    )
  )
    return unsure('the user asked for a person');
  const known = knownAt(trajectory, step.position);
  const said = userSaid(before);
  const [call] = callsAt(trajectory, step);
  const shown = [quote(step.position, call.text.slice(0, 200))];
  const made = callsOf(trajectory).filter((one) => isWrite(one) && one.position < step.position);
  if (/\bcancel/.test(said) && !made.some((one) => one.name === 'cancel_reservation')) {
    const open = [...known.reservations.values()].find((one) => call.text.includes(one.reservation_id));
    const flown =
      open !== undefined && recordsOf(open.flights).some((flight) => String(flight.date) < NOW.slice(0, 10));
    if (flown) return true;
    if (open !== undefined) {
      const { may, why } = mayBeCancelled(open, said);
      if (may === true)
        return broken(`the user was transferred, though ${open.reservation_id} may be cancelled: ${why}`, shown);
      if (may === false)
        return broken(
          `the user was transferred, though the request is against the policy and had to be denied: ${open.reservation_id} cannot be cancelled, ${why}`,
          shown,
        );
    }
  }
  if (callsOf(trajectory).every((one) => one.position >= step.position))
    return broken('the user was transferred before anything was tried', shown);
  return unsure('what the user wants may be beyond the tools');
}
