// Checks of the retail policy. Plain JavaScript: each function below "The checks" is given the run and the step its
// constraint is about, and says whether the clause holds there. `null` means: cannot be told from the run.

// ---------- What the policy and the tools say ----------

const WRITES = {
  cancel_pending_order: { act: /\bcancel/, noun: 'cancel', status: 'pending' },
  modify_pending_order_items: {
    act: /\b(modif|remov|cancel|chang|exchang|updat|switch|replac|swap|upgrad)/,
    noun: 'modify items of',
    status: 'pending',
  },
  modify_pending_order_address: {
    act: /\b(modif|chang|updat|switch|ship|address)/,
    noun: 'modify the address of',
    status: 'pending',
  },
  modify_pending_order_payment: {
    act: /\b(modif|chang|updat|switch|pay)/,
    noun: 'modify the payment of',
    status: 'pending',
  },
  return_delivered_order_items: { act: /\b(return|refund)/, noun: 'return items of', status: 'delivered' },
  exchange_delivered_order_items: {
    act: /\b(exchang|replac|swap|switch|chang|modif|upgrad)/,
    noun: 'exchange items of',
    status: 'delivered',
  },
  modify_user_address: { act: /\b(modif|chang|updat|set|address)/, noun: 'change the default address', status: null },
};
const CANCEL_REASONS = ['no longer needed', 'ordered by mistake'];

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
const listOf = (value) => (Array.isArray(value) ? value.map(String) : []);
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

/** What the tools had shown before a position: the latest state of the user, of each order, and of each item for sale. */
function knownAt(trajectory, position) {
  const known = { userId: null, profile: null, orders: new Map(), products: new Map(), variants: new Map() };
  for (const call of callsOf(trajectory)) {
    if (!worked(call) || call.result.position >= position) continue;
    const { data, text } = call.result;
    if (call.name.startsWith('find_user_id')) known.userId ??= text.trim().replace(/^"|"$/g, '');
    if (own(data, 'payment_methods') !== undefined) known.profile = data;
    if (Array.isArray(own(data, 'items')) && own(data, 'order_id') !== undefined) known.orders.set(data.order_id, data);
    if (isRecord(own(data, 'variants'))) {
      known.products.set(String(data.product_id), data);
      for (const variant of Object.values(data.variants)) {
        if (isRecord(variant)) known.variants.set(String(variant.item_id), { ...variant, product: data });
      }
    }
  }
  return known;
}

/** An item by its id, from an order or from the store: `{ name, productId, price, options }`, or undefined. */
function itemOf(known, id) {
  for (const order of known.orders.values()) {
    const item = order.items.find((one) => String(own(one, 'item_id')) === id);
    if (item !== undefined)
      return { name: item.name, productId: String(item.product_id), price: item.price, options: item.options };
  }
  const variant = known.variants.get(id);
  if (variant === undefined) return undefined;
  const { name, product_id: productId } = variant.product;
  return { name, productId: String(productId), price: variant.price, options: variant.options };
}

const orderIdOf = (call) => (typeof call.args.order_id === 'string' ? call.args.order_id : null);
const orderOf = (known, call) => known.orders.get(orderIdOf(call));
const profileMethods = (known) =>
  isRecord(own(known.profile, 'payment_methods')) ? known.profile.payment_methods : null;

/** Payment method an order was paid with at first, or null. */
function originalMethod(order) {
  const history = Array.isArray(own(order, 'payment_history')) ? order.payment_history : [];
  const payment = history.find((one) => own(one, 'transaction_type') !== 'refund');
  return payment === undefined ? null : String(payment.payment_method_id);
}

/** Everything the agent had been told before a position, by user or tools, as one text. */
function toldBefore(trajectory, position) {
  return trajectory.steps
    .slice(0, position)
    .filter((step) => step.role === 'user' || step.role === 'tool' || step.role === 'environment')
    .flatMap((step) => step.events.map((event) => event.text))
    .join('\n');
}

/** Where a later call of the same order worked, so that a refused or hasty one did no lasting harm. */
function madeGood(trajectory, call) {
  const later = callsOf(trajectory).find(
    (one) => one.position > call.position && isWrite(one) && worked(one) && orderIdOf(one) === orderIdOf(call),
  );
  return later === undefined ? {} : { recovered: later.position };
}

// ---------- Reading what was said ----------

const GENERIC = new Set([
  'smart',
  'wireless',
  'electric',
  'digital',
  'gaming',
  'mechanical',
  'portable',
  'running',
  'action',
  'indoor',
  'wall',
  'set',
  'pack',
  'coffee',
  'pet',
  'desk',
  'office',
]);
const words = (text) =>
  ` ${plain(text)
    .replace(/\.(?!\d)|[^a-z0-9#.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `;

/** Whether a text names a thing, by its whole name or by a word of it that says what it is. */
function names(text, name) {
  const said = words(text).replace(/ t shirt/g, ' tshirt');
  const parts = words(name)
    .replace(/ t shirt/g, ' tshirt')
    .trim()
    .split(' ');
  const telling = parts.filter((part) => part.length > 2 && !GENERIC.has(part));
  return said.includes(` ${parts.join(' ')}`) || telling.some((part) => said.includes(` ${part}`));
}

const orderIdsIn = (text) => [...new Set(text.match(/#W\d{5,}/g) ?? [])];

const REFUSAL =
  /^\W*(no\b(?!\s*(problem|worries|more|longer|other|need|further|changes|,? that('s| is) (all|it|correct|right|fine)))|not yet|wait|hold on|stop\b|don't|do not)/;
const AGREEMENT =
  /\b(yes|yeah|yep|yup|sure|ok|okay|correct|confirm(ed)?|proceed|go ahead|please do|do it|go for it|go with|that works|works for me|sounds (good|great|perfect|right|fine)|perfect|absolutely|definitely|certainly|of course|agree|approve|right|exactly|great|good|fine|i'll take|let's|please (cancel|return|exchange|modify|change|update|process|use|make|finali[sz]e|initiate|complete))\b/;
const ASKS =
  /\b(proceed|confirm|go ahead|shall i|should i|would you like|do you want|is (that|this|everything) (correct|right|okay|ok)|let me know|may i|can i|ready to)\b|\?/;

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

const firstWords = (text, length = 80) => {
  const line = text.trim().split('\n')[0];
  return line.slice(0, length).trim();
};

/** Ids of the payment methods that a text names: by id, last digits, brand or kind, or as the original method of an order. */
function methodsNamed(text, known, order) {
  const said = plain(text);
  const methods = Object.entries(profileMethods(known) ?? {});
  const named = new Set();
  const only = (fits) => {
    const found = methods.filter(([, method]) => fits(method));
    if (found.length === 1) named.add(found[0][0]);
    return found.length;
  };
  for (const [id, method] of methods) {
    if (text.includes(id)) named.add(id);
    const last = own(method, 'last_four');
    if (last !== undefined && new RegExp(`\\b${String(last).replace(/\D/g, '')}\\b`).test(said)) named.add(id);
  }
  let open = 0;
  if (/\bpay\s?pal\b/.test(said)) only((method) => method.source === 'paypal');
  if (/\bgift\s?card\b/.test(said) && only((method) => method.source === 'gift_card') > 1) open++;
  for (const brand of ['visa', 'mastercard']) {
    if (said.includes(brand) && named.size === 0 && only((method) => own(method, 'brand') === brand) > 1) open++;
  }
  if (/\b(credit|debit) card\b/.test(said) && named.size === 0 && only((method) => method.source === 'credit_card') > 1)
    open++;
  if (
    /\b(original|same|initial)(ly)? (form of )?(payment|card|method|credit|account)|used for (the|this|that|your) (original )?(order|purchase)|original (payment )?method|paid with/.test(
      said,
    ) &&
    order !== undefined
  ) {
    const first = originalMethod(order);
    if (first !== null) named.add(first);
  }
  return { named, open: open > 0 };
}

// ---------- The checks: who the user is ----------

/** 1.1: the user is found by email, or name and zip, before anything of theirs is looked up or changed. */
function authenticatedFirst(trajectory) {
  const calls = callsOf(trajectory);
  const found = calls.find((call) => call.name.startsWith('find_user_id') && worked(call));
  const early = calls.find(
    (call) =>
      (isWrite(call) || call.name === 'get_user_details' || call.name === 'get_order_details') &&
      (found === undefined || call.position <= found.result.position),
  );
  if (early === undefined) return true;
  return broken(
    `${early.name} was called before the user was found by email or by name and zip`,
    [quote(early.position, early.text)],
    { step: early.position, ...(found === undefined ? {} : { recovered: found.position }) },
  );
}

/** 1.1, 1.5: what the user is looked up by is what the user said. */
function identityFromUser(trajectory, step) {
  const said = dialogueOf(trajectory)
    .filter((turn) => turn.who === 'user' && turn.position < step.position)
    .map((turn) => turn.plain)
    .join('\n');
  const letters = (text) => plain(String(text)).replace(/[^a-z0-9@]+/g, '');
  const heard = letters(said);
  const [call] = callsAt(trajectory, step);
  for (const key of ['email', 'zip', 'last_name', 'first_name']) {
    const value = call.args[key];
    if (typeof value !== 'string' || letters(value) === '' || heard.includes(letters(value))) continue;
    return broken(`the user never gave the ${key.replace('_', ' ')} ${JSON.stringify(value)}`, [
      quote(step.position, value),
    ]);
  }
  return true;
}

/** 1.3: one conversation serves one user. */
function oneUser(trajectory) {
  const { userId, orders } = knownAt(trajectory, Number.POSITIVE_INFINITY);
  if (userId === null) return unsure('the user was never found');
  return worst(
    callsOf(trajectory).map((call) => {
      const owner = call.args.user_id ?? (isWrite(call) ? own(orders.get(orderIdOf(call)), 'user_id') : undefined);
      if (owner === undefined)
        return isWrite(call) ? unsure('the order was not read, so its owner is not known') : true;
      if (owner === userId) return true;
      return broken(
        `${call.name} concerns ${owner}, but the user is ${userId}`,
        [quote(call.position, typeof call.args.user_id === 'string' ? call.args.user_id : orderIdOf(call))],
        { step: call.position },
      );
    }),
  );
}

// ---------- The checks: how calls are made ----------

/** 1.6: one call at a time. */
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

/** 1.6: the user is not asked in the very step that makes the change. Other words beside a call do no harm: undecided. */
function noTextBesideWrite(trajectory, step) {
  const said = dialogueOf(trajectory).find((turn) => turn.position === step.position);
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

/** 1.5: ids of orders, items and payment methods come from the user or from tools. */
function idsWereGiven(trajectory, step) {
  const told = toldBefore(trajectory, step.position);
  const digits = (id) => id.replace(/^#?W(?=\d)/i, '');
  for (const call of callsAt(trajectory, step)) {
    const ids = [
      call.args.order_id,
      call.args.product_id,
      call.args.user_id,
      call.args.payment_method_id,
      ...listOf(call.args.item_ids),
      ...listOf(call.args.new_item_ids),
    ];
    const invented = ids.find((id) => typeof id === 'string' && id !== '' && !told.includes(digits(id)));
    if (invented !== undefined)
      return broken(
        `neither the user nor a tool ever gave ${invented}`,
        [quote(step.position, invented)],
        madeGood(trajectory, call),
      );
  }
  return true;
}

/** 1.5: an address that is written is one that the user or a tool gave. */
function addressWasGiven(trajectory, step) {
  const told = words(toldBefore(trajectory, step.position));
  const given = (text) => told.includes(` ${words(text).trim()} `);
  for (const call of writesAt(trajectory, step)) {
    for (const key of ['address1', 'zip']) {
      const value = call.args[key];
      if (typeof value !== 'string' || value === '') continue;
      const number = value.match(/\d+/)?.[0];
      if (given(value) || (number !== undefined && told.includes(` ${number} `))) continue;
      return broken(`neither the user nor a tool gave the ${key} ${JSON.stringify(value)}`, [
        quote(step.position, value),
      ]);
    }
  }
  return true;
}

// ---------- The checks: confirmation ----------

/** 1.4: the user agrees before a change. */
function confirmedBeforeWrite(trajectory, step) {
  const { asked, reply } = lastExchange(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      if (reply === null)
        return broken(`${call.name} was called before the user said anything`, [quote(step.position, call.text)]);
      const more = { step: step.position };
      if (REFUSAL.test(reply.plain) && !AGREEMENT.test(reply.plain.replace(REFUSAL, ''))) {
        return broken(
          `${call.name} was called though the user had said no`,
          [quote(reply.position, firstWords(reply.text))],
          more,
        );
      }
      const { act } = WRITES[call.name];
      if (asked !== null && !act.test(asked.plain) && act.test(reply.plain) && !alreadyProposed(trajectory, call)) {
        return unsure('the user asked for it in so many words; the agent did not list it before');
      }
      const proposed = act.test(asked?.plain ?? '');
      if (asked === null || (!ASKS.test(asked.plain) && !alreadyProposed(trajectory, call))) {
        return broken(
          `${call.name} was called without asking the user to confirm it`,
          [quote(reply.position, firstWords(reply.text))],
          more,
        );
      }
      if (proposed && AGREEMENT.test(reply.plain)) return true;
      if (!proposed && !alreadyProposed(trajectory, call)) {
        return broken(
          `${call.name} was called, but nothing the agent said before lists that it would ${WRITES[call.name].noun} ${orderIdOf(call) ?? 'the user'}`,
          [quote(asked.position, firstWords(asked.text)), quote(reply.position, firstWords(reply.text))],
          more,
        );
      }
      return unsure('the answer of the user is neither a clear yes nor a clear no');
    }),
  );
}

const alreadyProposed = (trajectory, call) =>
  dialogueOf(trajectory).some(
    (turn) =>
      turn.who === 'agent' &&
      turn.position < call.position &&
      ASKS.test(turn.plain) &&
      WRITES[call.name].act.test(turn.plain),
  );

/** 1.4: what is changed is what was listed: every item of the call was named to or by the user before. */
function writtenAsListed(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  const { before, asked, reply } = lastExchange(trajectory, step.position);
  const said = before.map((turn) => turn.text).join('\n');
  const last = `${asked?.text ?? ''}\n${reply?.text ?? ''}`;
  return worst(
    writesAt(trajectory, step).flatMap((call) => [
      ...listOf(call.args.item_ids).map((id) => {
        const item = itemOf(known, id);
        if (item === undefined) return unsure(`${id} is in no order that was read`);
        if (
          said.includes(id) ||
          names(said, item.name) ||
          /\b(all|everything|entire|whole|both|every)\b/.test(plain(said))
        )
          return true;
        return broken(`${item.name} (${id}) was never named to the user`, [quote(step.position, id)]);
      }),
      ...listOf(call.args.new_item_ids).map((id) => {
        if (said.includes(id)) return true;
        const variant = known.variants.get(id);
        if (variant === undefined) return unsure(`${id} is in no product that was read`);
        const other = Object.keys(variant.product.variants).find((one) => last.includes(one));
        const position = other === undefined ? null : reply.text.includes(other) ? reply.position : asked.position;
        if (other === undefined || listOf(call.args.item_ids).includes(other))
          return unsure(`${id} was not named by its id`);
        return broken(`${other} was listed, but the call is for ${id}`, [
          quote(position, other),
          quote(step.position, id),
        ]);
      }),
    ]),
  );
}

/** 6.3, 7.2, 8.3: the payment method is one that the user has heard of, and agreed to, before the change. */
function paymentWasNamed(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  const { before, reply } = lastExchange(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const method = call.args.payment_method_id;
      if (typeof method !== 'string') return true;
      if (profileMethods(known) === null) return unsure('the payment methods of the user were not read');
      const order = orderOf(known, call);
      if (Object.keys(profileMethods(known)).length === 1 && own(profileMethods(known), method) !== undefined)
        return true;
      const earlier = callsOf(trajectory)
        .filter(
          (one) =>
            isWrite(one) &&
            worked(one) &&
            one.args.payment_method_id !== undefined &&
            one.position < (reply?.position ?? 0),
        )
        .at(-1);
      const since = before.filter((turn) => turn.position > (earlier?.position ?? -1));
      for (const turn of [...since].reverse()) {
        const { named, open } = methodsNamed(turn.text, known, order);
        if (named.has(method)) return true;
        if (named.size > 0) {
          return broken(
            `the last payment method that was named is ${[...named].join(', ')}, but the call used ${method}`,
            [quote(turn.position, firstWords(turn.text)), quote(step.position, method)],
            { step: step.position },
          );
        }
        if (open) return unsure('the words fit several payment methods');
      }
      if (earlier !== undefined && method === originalMethod(order))
        return unsure('no payment method was named for this change; it is the one the order was paid with');
      if (since.some((turn) => /\b(payment method|refund(ed)? to|charged? to|pay with)\b/.test(turn.plain)))
        return unsure('a payment method was spoken of, but not which one');
      return broken(`${method} was used, and no payment method had been named to the user for this change`, [
        quote(step.position, method),
      ]);
    }),
  );
}

// ---------- The checks: status and order of changes ----------

/** 3.1, 4.1, 7.1, 8.1: the status of the order was read, and allows the change. */
function statusAllows(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const { status: needed, noun } = WRITES[call.name];
      const id = orderIdOf(call);
      if (needed === null || id === null) return true;
      const order = known.orders.get(id);
      const refused = call.result !== null && call.result.failed ? madeGood(trajectory, call) : {};
      if (order === undefined)
        return broken(`the status of ${id} was not read before ${call.name}`, [quote(step.position, id)], refused);
      const status = own(order, 'status');
      if (typeof status !== 'string') return unsure('the order shows no status');
      if (status === needed) return true;
      const read = callsOf(trajectory)
        .filter((one) => worked(one) && one.result.position < step.position && own(one.result.data, 'order_id') === id)
        .at(-1);
      return broken(
        `cannot ${noun} ${id}: its status is "${status}", it must be "${needed}"`,
        [quote(read.result.position, status), quote(step.position, id)],
        { step: step.position, ...refused },
      );
    }),
  );
}

const ADDRESS_REQUEST =
  /\b(address|ship(ped|ping)?|deliver(ed|y)?|sent?) (it |them |this |that |everything |the \w+ )?(to|instead)\b|\b(chang|updat|modif|switch|correct|fix|us)(e|es|ing|y)?\b[^.?!\n]{0,60}\baddress\b|\baddress\b[^.?!\n]{0,40}\b(chang|updat|modif|wrong|different|new)/;
const CANNOT = /\b(cannot|can't|can not|unable|not able|not possible|no longer|won't be able|not allowed|locked)\b/;

/** 6.1: what an order needs besides new items is done before them, for they lock it. */
function addressBeforeItems(trajectory, step) {
  const calls = callsOf(trajectory);
  return worst(
    writesAt(trajectory, step).map((call) => {
      if (call.name !== 'modify_pending_order_items' || !worked(call)) return true;
      const id = orderIdOf(call);
      const asked = dialogueOf(trajectory).find(
        (turn) => turn.who === 'user' && turn.position < step.position && ADDRESS_REQUEST.test(turn.plain),
      );
      const served = calls.some(
        (one) =>
          one.name === 'modify_pending_order_address' &&
          worked(one) &&
          orderIdOf(one) === id &&
          one.position < step.position,
      );
      if (asked === undefined || served) return true;
      const tried = calls.find(
        (one) => one.name === 'modify_pending_order_address' && orderIdOf(one) === id && one.position > step.position,
      );
      const refused = dialogueOf(trajectory).find(
        (turn) =>
          turn.who === 'agent' &&
          turn.position > step.position &&
          turn.plain.split(/(?<=[.!?\n])/).some((part) => /address/.test(part) && CANNOT.test(part)),
      );
      const shown = tried ?? refused;
      if (shown === undefined || (tried !== undefined && worked(tried)))
        return unsure('an address was spoken of, but not clearly for this order');
      return broken(
        `the items of ${id} were modified, which locks it, before the address that the user had asked for was changed`,
        [quote(asked.position, firstWords(asked.text)), quote(step.position, id)],
        { step: step.position },
      );
    }),
  );
}

/** 2.6: items of an order are modified or exchanged in one call. */
function itemsAllAtOnce(trajectory, step) {
  const calls = callsOf(trajectory);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const earlier = calls.find(
        (one) =>
          one.name === call.name && worked(one) && one.position < step.position && orderIdOf(one) === orderIdOf(call),
      );
      if (earlier === undefined) return true;
      const known = knownAt(trajectory, step.position);
      const before = dialogueOf(trajectory).filter((turn) => turn.who === 'user' && turn.position < earlier.position);
      const forgotten = listOf(call.args.item_ids)
        .map((id) => itemOf(known, id))
        .find((item) => item !== undefined && before.some((turn) => names(turn.text, item.name)));
      const blamed = forgotten === undefined ? step.position : earlier.position;
      return broken(
        `${call.name} was called twice for ${orderIdOf(call)}; all its items must be in one call`,
        [quote(earlier.position, orderIdOf(call)), quote(step.position, orderIdOf(call))],
        { step: blamed },
      );
    }),
  );
}

const CANCELS = /\b(cancel\w*|remov\w*|tak\w+ out|drop\w*)\b/;
const WHOLE_ORDER =
  /\bcancel\w*( (of|out|just|the|my|your|this|that|these|those|both|all|any|entire|whole|full|pending|following|first|second|other|two|three))* orders?\b|\bcancel\w*( order)? #w\d|\bcancel\w* everything\b|\b(entire|whole|full|complete) (\w+ )?order\b|\ball (of )?(the |your |my )?(\w+ )?items\b/;

/** 4.2: cancelling takes the whole order; single items cannot be taken out of one. */
function cancelsWhatWasAsked(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  const { before, asked, reply } = lastExchange(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const order = orderOf(known, call);
      if (order === undefined) return unsure('the order was not read');
      if (order.items.length < 2) return true;
      const id = orderIdOf(call);
      if (before.some((turn) => WHOLE_ORDER.test(turn.plain) && (turn.who === 'user' || turn === asked))) return true;
      const partOf = (turn) =>
        turn === null
          ? undefined
          : sentencesOf(turn.text).find((sentence) => {
              const mentioned = order.items.filter((item) => names(sentence, item.name)).length;
              return mentioned > 0 && mentioned < order.items.length && CANCELS.test(plain(sentence));
            });
      const turn = [asked, reply, ...[...before].reverse()].find((one) => partOf(one) !== undefined);
      if (turn === undefined) return unsure('it was not said whether all of the order is meant');
      return broken(
        `the call cancels all ${order.items.length} items of ${id}, but what was spoken of is a part of it`,
        [quote(turn.position, partOf(turn).trim().slice(0, 200)), quote(step.position, id)],
        { step: step.position },
      );
    }),
  );
}

/** 3.2: an order is cancelled for one of two reasons, and the user says which. */
function cancelReasonAllowed(trajectory, step) {
  const { before, reply } = lastExchange(trajectory, step.position);
  const said = before.map((turn) => turn.plain).join('\n');
  return worst(
    writesAt(trajectory, step).map((call) => {
      if (call.name !== 'cancel_pending_order') return true;
      const { reason } = call.args;
      if (!CANCEL_REASONS.includes(reason))
        return broken(
          `${JSON.stringify(reason ?? null)} is no reason to cancel: it must be one of ${CANCEL_REASONS.join(', ')}`,
          [quote(step.position, call.text)],
        );
      const told = callsOf(trajectory).some(
        (one) => one.name === call.name && one.position < step.position && one.position > (reply?.position ?? 0),
      );
      if (told) return unsure('said of the call before it');
      if (
        /\b(no longer|not need|n't need|don't want|do not want|mistake|accident|reason|wrong|changed my mind|because|since)\b/.test(
          said,
        )
      )
        return true;
      return broken(`the reason "${reason}" was never spoken of`, [quote(step.position, reason)]);
    }),
  );
}

// ---------- The checks: items, prices, payment ----------

/** 6.2, 8.2: each new item is for sale, of the same product as the one it stands for. */
function newItemsFit(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).flatMap((call) => {
      const [old, wanted] = [listOf(call.args.item_ids), listOf(call.args.new_item_ids)];
      if (!Array.isArray(call.args.new_item_ids)) return [true];
      const refused = madeGood(trajectory, call);
      // The tool refuses lists of unlike length, and the rule tool-call-accepted tells of it.
      if (old.length !== wanted.length) return [unsure(`${old.length} items, but ${wanted.length} new ones`)];
      return wanted.map((id, at) => {
        const variant = known.variants.get(id);
        if (variant === undefined) return unsure(`no product that was read has the item ${id}`);
        if (variant.available === false) return broken(`${id} is not available`, [quote(step.position, id)], refused);
        const item = itemOf(known, old[at]);
        if (item === undefined) return unsure(`${old[at]} is in no order that was read`);
        if (item.productId === String(variant.product.product_id)) return true;
        return broken(
          `${old[at]} is a ${item.name}, ${id} is a ${variant.product.name}: the product must stay the same`,
          [quote(step.position, id)],
          refused,
        );
      });
    }),
  );
}

/** 1.5, 2.4: items of a call are in the order that the call names. */
function itemsAreInOrder(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const order = orderOf(known, call);
      if (order === undefined || !Array.isArray(call.args.item_ids)) return true;
      const inOrder = order.items.map((item) => String(item.item_id));
      const missing = listOf(call.args.item_ids).find((id) => !inOrder.includes(id));
      return missing === undefined
        ? true
        : broken(
            `${missing} is no item of ${orderIdOf(call)}`,
            [quote(step.position, missing)],
            madeGood(trajectory, call),
          );
    }),
  );
}

/** 5.1, 5.2, 6.3, 7.3, 8.3: the payment method is the user's, may be used for this, and has the money. */
function paymentAllowed(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  return worst(
    writesAt(trajectory, step).map((call) => {
      const id = call.args.payment_method_id;
      if (typeof id !== 'string') return true;
      const methods = profileMethods(known);
      if (methods === null) return unsure('the payment methods of the user were not read');
      const refused = call.result !== null && call.result.failed ? madeGood(trajectory, call) : {};
      const say = (message) => broken(message, [quote(step.position, id)], refused);
      const method = own(methods, id);
      if (method === undefined)
        return say(`${id} is not among the payment methods of the user: ${Object.keys(methods).join(', ')}`);
      const order = orderOf(known, call);
      if (order === undefined) return unsure('the order was not read');
      const first = originalMethod(order);
      if (call.name === 'modify_pending_order_payment' && id === first)
        return say(`${id} is what the order was paid with already`);
      if (
        call.name === 'return_delivered_order_items' &&
        first !== null &&
        id !== first &&
        method.source !== 'gift_card'
      ) {
        return say(`a refund goes to the original payment method (${first}) or to a gift card, not to ${id}`);
      }
      if (
        method.source !== 'gift_card' ||
        typeof method.balance !== 'number' ||
        call.name === 'return_delivered_order_items'
      )
        return true;
      const due = call.name === 'modify_pending_order_payment' ? totalOf(order) : priceDifference(known, call);
      if (due === null) return unsure('the prices were not read');
      return due > method.balance + 0.005 ? say(`${id} holds ${method.balance}, and ${due.toFixed(2)} is due`) : true;
    }),
  );
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
const totalOf = (order) =>
  order.items.every((item) => typeof item.price === 'number') ? sum(order.items.map((item) => item.price)) : null;

function priceDifference(known, call) {
  const prices = (ids) => listOf(ids).map((id) => known.variants.get(id)?.price ?? itemOf(known, id)?.price);
  const paid = listOf(call.args.item_ids).map((id) => itemOf(known, id)?.price);
  const wanted = prices(call.args.new_item_ids);
  return [...paid, ...wanted].every((price) => typeof price === 'number') ? sum(wanted) - sum(paid) : null;
}

// ---------- The checks: what the user is told ----------

const saidAt = (trajectory, step) =>
  dialogueOf(trajectory).find((turn) => turn.position === step.position && turn.who === 'agent');
const sentencesOf = (text) => text.split(/\n|(?<=[.!?])\s+/).filter((part) => part.trim() !== '');
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
];
const COUNT = new RegExp(
  `\\b(\\d{1,3}|${NUMBERS.join('|')})((?: [a-z][a-z'-]*){0,5}?) (options?|variants?|variations?|versions?|types|styles|choices|varieties|kinds|models)\\b`,
  'g',
);

/** 1.5: how many options of a product there are is counted in what the tool gave. */
function countsAreRight(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined) return true;
  const known = knownAt(trajectory, step.position);
  return worst(
    sentencesOf(said.text).flatMap((sentence) =>
      [...plain(sentence).matchAll(COUNT)].map(({ 0: whole, 1: number, 2: between, index: at }) => {
        const claimed = /^\d/.test(number) ? Number(number) : NUMBERS.indexOf(number);
        if (
          /\b(between|of) (the )?$|\b(the|these|those|both|your|this|that|following|other) (\w+ )?$/.test(
            plain(sentence).slice(0, at),
          )
        )
          return true;
        const product = productMeant(known, sentence, trajectory, step);
        if (product === null) return unsure('it is not clear which product is counted');
        const variants = Object.values(product.variants).filter(isRecord);
        const values = new Set(
          variants.flatMap((one) =>
            Object.entries(one.options ?? {})
              .flat()
              .map((value) => plain(String(value))),
          ),
        );
        if (
          [...values].some((value) =>
            words(`${between} ${plain(sentence).split(whole)[1]}`).includes(` ${words(value).trim()} `),
          )
        )
          return unsure('the count is of some of the options only');
        const available = variants.filter((one) => one.available === true).length;
        const total = variants.length;
        const onlyAvailable = /\b(available|in stock|currently|offer|right now|choose from)\b/.test(plain(sentence));
        if (
          claimed === available ||
          (claimed === total &&
            (!/\b(available|in stock)\b/.test(plain(sentence)) ||
              /\b(unavailable|not available|out of stock)\b/.test(said.plain) ||
              saysAvailable(said.plain, available)))
        )
          return true;
        if (claimed < 2 && !onlyAvailable) return unsure('not clearly a count');
        const shown = callsOf(trajectory)
          .filter(
            (call) =>
              worked(call) &&
              call.result.position < step.position &&
              own(call.result.data, 'product_id') === product.product_id,
          )
          .at(-1);
        const message = `the agent counts ${claimed} options of ${product.name}; the tool shows ${total}, ${available} of them available`;
        return broken(
          message,
          [
            quote(step.position, sentence.trim().slice(0, 200)),
            quote(shown.result.position, `"product_id": "${product.product_id}"`),
          ].slice(0, shown.result.text.includes(`"product_id": "${product.product_id}"`) ? 2 : 1),
          correctedLater(trajectory, step, available),
        );
      }),
    ),
  );
}

const saysAvailable = (text, count) =>
  new RegExp(`\\b(${count}|${NUMBERS[count] ?? 'never'})\\b[^.\\n]{0,40}\\bavailable\\b`).test(text);

function correctedLater(trajectory, step, count) {
  const later = dialogueOf(trajectory).find(
    (turn) =>
      turn.who === 'agent' &&
      turn.position > step.position &&
      new RegExp(`\\b(${count}|${NUMBERS[count] ?? 'never'})\\b[^.\\n]{0,40}\\b(options|variants|available)\\b`).test(
        turn.plain,
      ),
  );
  return later === undefined ? {} : { recovered: later.position };
}

/** The product that a sentence speaks of: the one it names, else the only one, else the one read last. */
function productMeant(known, sentence, trajectory, step) {
  const products = [...known.products.values()];
  const named = products.filter((product) => names(sentence, product.name));
  if (named.length === 1) return named[0];
  if (named.length > 1 || products.length === 0) return null;
  if (products.length === 1) return products[0];
  const last = callsOf(trajectory)
    .filter((call) => call.position < step.position)
    .at(-1);
  return known.products.get(String(own(last?.result?.data, 'product_id'))) ?? null;
}

const NOT_FOR_SALE =
  /\b(unavailable|not (currently )?(available|in stock)|isn't (currently )?available|aren't available|out of stock|sold out|no longer available|not be available)\b/;

/** 6.2, 8.2: what is offered as a new item can be had. */
function offeredIsAvailable(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined || !/\b(option|available|choose|exchange|replac|cheapest|modif|switch)/.test(said.plain))
    return true;
  const known = knownAt(trajectory, step.position);
  const owned = new Set([...known.orders.values()].flatMap((order) => order.items.map((item) => String(item.item_id))));
  const lines = said.text.split('\n');
  return worst(
    lines.map((line, at) => {
      const variant = variantIn(known, line);
      if (variant === null || variant.available !== false || owned.has(String(variant.item_id))) return true;
      const around = plain(lines.slice(Math.max(0, at - 8), at + 3).join('\n'));
      if (NOT_FOR_SALE.test(around)) return true;
      if (
        /\b(current|original|your|existing|old|from)\b/.test(plain(line)) &&
        !/\b(new|cheapest|available)\b/.test(plain(line))
      )
        return unsure('it is not clear whether the item is offered');
      return broken(
        `${variant.product.name} ${variant.item_id} is offered, but the tool shows it as not available`,
        [quote(step.position, line.trim().slice(0, 200))],
        takenBackLater(trajectory, step, variant),
      );
    }),
  );
}

function takenBackLater(trajectory, step, variant) {
  const later = dialogueOf(trajectory).find(
    (turn) =>
      turn.who === 'agent' &&
      turn.position > step.position &&
      NOT_FOR_SALE.test(turn.plain) &&
      names(turn.text, variant.product.name),
  );
  return later === undefined ? {} : { recovered: later.position };
}

/** The item for sale that a line tells of: by its id, or by all its options and its price; null where none or several fit. */
function variantIn(known, line) {
  const byId = [...known.variants.keys()].filter((id) => line.includes(id));
  if (byId.length > 0) return byId.length === 1 ? known.variants.get(byId[0]) : null;
  const said = words(line);
  const fits = [...known.variants.values()].filter(
    (one) =>
      typeof one.price === 'number' &&
      new RegExp(`\\$\\s?${one.price.toFixed(2).replace('.', '\\.')}(?!\\d)`).test(line) &&
      Object.values(one.options ?? {}).every((value) => said.includes(` ${words(String(value)).trim()} `)),
  );
  return fits.length === 1 ? fits[0] : null;
}

/** 1.5: a tracking number is told for the order that holds what the user asked about. */
function trackingIsOfTheOrder(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined || !said.plain.includes('tracking')) return true;
  const known = knownAt(trajectory, step.position);
  const orders = [...known.orders.values()].filter((order) =>
    (Array.isArray(order.fulfillments) ? order.fulfillments : []).some((one) =>
      listOf(own(one, 'tracking_id')).some((id) => said.text.includes(id)),
    ),
  );
  if (orders.length === 0) return true;
  const everyName = new Set([
    ...[...knownAt(trajectory, Number.POSITIVE_INFINITY).orders.values()].flatMap((order) =>
      order.items.map((item) => item.name),
    ),
    ...thingsAsked(trajectory, step),
  ]);
  const asked = dialogueOf(trajectory).filter(
    (turn) => turn.who === 'user' && turn.position < step.position && /\btrack/.test(turn.plain),
  );
  const wanted = [...everyName].filter((name) => asked.some((turn) => names(turn.text, name)));
  if (wanted.length === 0) return unsure('the user asked for a tracking number, but not of which thing');
  const held = orders.flatMap((order) => order.items.map((item) => item.name));
  if (wanted.some((name) => held.some((one) => one === name || names(one, name)))) return true;
  if (orders.some((order) => asked.some((turn) => turn.text.includes(order.order_id)))) return true;
  const later = dialogueOf(trajectory).find(
    (turn) =>
      turn.who === 'agent' &&
      turn.position > step.position &&
      turn.plain.includes('tracking') &&
      !orders.some((order) => turn.text.includes(order.order_id)),
  );
  return broken(
    `the tracking number is that of ${orders.map((order) => order.order_id).join(', ')}, which holds no ${wanted.join(' or ')}`,
    [
      quote(
        step.position,
        orders[0].fulfillments.flatMap((one) => listOf(own(one, 'tracking_id'))).find((id) => said.text.includes(id)),
      ),
    ],
    later === undefined ? {} : { recovered: later.position },
  );
}

/** What a user asks the tracking number of: "tracking number for my X". */
function thingsAsked(trajectory, step) {
  return dialogueOf(trajectory)
    .filter((turn) => turn.who === 'user' && turn.position < step.position)
    .flatMap((turn) =>
      [
        ...turn.plain.matchAll(
          /\btracking (?:number|id|info\w*|details?)\b[^.?!\n]{0,15}? (?:for|of) (?:the|my|an?|that|this) ([a-z-]+(?: [a-z-]+)?)/g,
        ),
      ].map(([, thing]) => thing.split(' ')[0]),
    )
    .filter(
      (thing) =>
        !/^(order|package|item|items|shipment|delivery|purchase|return|latest|last|recent|same|one|most|other)/.test(
          thing,
        ),
    );
}

const GIVES_UP =
  /\b(could not|couldn't|can't|cannot|can not|unable to|not able to|don't|do not|wasn't able to|was not able to|doesn't|does not) (\w+ly |currently |seem to )?(find|locate|see|retrieve|access|look up|identify|determine|view|check|have (access|information|details|a record|any record|any information|visibility|the ability|a way|an? \w+ address|any other|direct access))\b|\b(no|not any|none of your) (other )?(order|orders|record|item|address)\b[^.?!\n]{0,40}\b(found|contain|contains|exist|listed|on file)\b|\bnone of (your|the) orders\b|\bdoes not appear in (any|your)\b/;

/** 1.2: before the agent says that something is not there, it has read every order of the user. */
function readBeforeGivingUp(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined) return true;
  const sentence = sentencesOf(said.text).find(
    (part) => GIVES_UP.test(plain(part)) && !/\b(variants?|products?|catalog|inventory)\b/.test(plain(part)),
  );
  if (sentence === undefined) return true;
  const known = knownAt(trajectory, step.position);
  const missing = unreadOrders(known);
  if (missing === null) return unsure('the orders of the user were not read');
  if (missing.length === 0) return true;
  const later = callsOf(trajectory).filter(
    (call) => call.position > step.position && call.name === 'get_order_details' && missing.includes(orderIdOf(call)),
  );
  return broken(
    `the agent gives up, but has not read ${missing.join(', ')} of the user`,
    [quote(step.position, sentence.trim().slice(0, 200))],
    later.length < missing.length ? {} : { recovered: later.at(-1).position },
  );
}

function unreadOrders(known) {
  const all = own(known.profile, 'orders');
  return Array.isArray(all) ? all.map(String).filter((id) => !known.orders.has(id)) : null;
}

const ALL_ORDERS =
  /\b(all|every|each)( of)?( my| the)?( \w+)? orders?\b|\b(all|any) (of my|my|the) (other )?(pending|delivered|open|current) (orders?|items?)\b/;

/** 1.2: who asks for all orders is answered from all of them. */
function allOrdersRead(trajectory) {
  const dialogue = dialogueOf(trajectory);
  const asked = dialogue.find((turn) => turn.who === 'user' && ALL_ORDERS.test(turn.plain));
  if (asked === undefined) return true;
  const end = knownAt(trajectory, Number.POSITIVE_INFINITY);
  const missing = unreadOrders(end);
  if (missing === null) return unsure('the profile of the user was not read');
  if (missing.length === 0) return true;
  const answer = dialogue.find(
    (turn) =>
      turn.who === 'agent' &&
      turn.position > asked.position &&
      /\b(your|all|the) [^.?!\n]{0,30}orders?\b|#w\d/.test(turn.plain) &&
      knownAt(trajectory, turn.position).orders.size > 0 &&
      !/\bplease provide\b/.test(turn.plain),
  );
  if (answer === undefined) return unsure('the agent gave no answer');
  return broken(
    `the user asked for all orders, and ${missing.join(', ')} ${missing.length > 1 ? 'were' : 'was'} never read`,
    [quote(asked.position, firstWords(asked.text)), quote(answer.position, firstWords(answer.text))],
    { step: answer.position },
  );
}

/** 1.4: a change that the user asked for on all orders is made on each that allows it. */
function allOrdersServed(trajectory) {
  const dialogue = dialogueOf(trajectory);
  const calls = callsOf(trajectory);
  const end = knownAt(trajectory, Number.POSITIVE_INFINITY);
  const verdicts = ['modify_pending_order_address', 'cancel_pending_order', 'modify_pending_order_payment'].map(
    (name) => {
      const { act, noun } = WRITES[name];
      const made = calls.filter((call) => call.name === name && worked(call));
      const howMany = (turn) =>
        sentencesOf(turn.plain)
          .filter((part) => act.test(part))
          .map(ordersAsked)
          .reduce((most, count) => Math.max(most, count ?? 0), 0);
      const [asked] = dialogue
        .filter((turn) => turn.who === 'user' && howMany(turn) > 0)
        .sort((a, b) => howMany(b) - howMany(a));
      if (asked === undefined || made.length === 0) return true;
      const left = [...end.orders.values()].filter(
        (order) =>
          order.status === 'pending' && !calls.some((call) => call.name === name && orderIdOf(call) === order.order_id),
      );
      if (left.length === 0 || new Set(made.map(orderIdOf)).size >= howMany(asked)) return true;
      if (
        dialogue.some(
          (turn) =>
            turn.who === 'user' &&
            turn.position >= asked.position &&
            /\b(except|only|just|not the|leave|keep)\b/.test(turn.plain),
        )
      )
        return unsure('the user left some orders out');
      const answer = dialogue.find((turn) => turn.who === 'agent' && turn.position > made.at(-1).position);
      if (answer === undefined) return unsure('the agent said nothing of it');
      const ids = left.map((order) => order.order_id).join(', ');
      return broken(
        `the user asked to ${noun} ${howMany(asked) === Number.POSITIVE_INFINITY ? 'all' : howMany(asked)} orders; ${ids} is pending and was left out`,
        [quote(asked.position, firstWords(asked.text)), quote(answer.position, firstWords(answer.text))],
        { step: answer.position },
      );
    },
  );
  return worst(verdicts);
}

const EVERY_ORDER =
  /\b(all|every|each|any)( \w+){0,4} orders?\b|\bmy( pending| open| current)? orders\b|\borders?\b[^.?!\n]{0,20}\ball of them\b/;
const COUNTED_ORDERS = /\b(both(?= (\w+ )*orders\b(?![^.?!\n]* and ))|two|three|four|five)( \w+){0,3} orders\b/;

/** How many orders a sentence asks for: a number, infinity for all of them, null for none in particular. */
function ordersAsked(sentence) {
  const counted = COUNTED_ORDERS.exec(sentence);
  if (counted !== null) return counted[1] === 'both' ? 2 : NUMBERS.indexOf(counted[1]);
  return EVERY_ORDER.test(sentence) ? Number.POSITIVE_INFINITY : null;
}

const DONE =
  /\b(has|have) (now )?(been )?(successfully )?(been )?(successfully )?(cancel\w*|return\w*|exchang\w*|updat\w*|modif\w*|chang\w*|process\w*|initiat\w*|request\w*)|\bi('ve| have) (successfully |now |also )?(cancel\w*|return\w*|exchang\w*|updat\w*|modif\w*|chang\w*|process\w*|initiat\w*)|\bsuccessfully (cancel\w*|return\w*|exchang\w*|updat\w*|modif\w*|chang\w*|process\w*|initiat\w*|request\w*)/;

/** 1.4, 1.5: what is reported as done was done by a call that worked, on that order. */
function claimedWasDone(trajectory, step) {
  const said = saidAt(trajectory, step);
  if (said === undefined) return true;
  const made = callsOf(trajectory).filter(
    (call) => isWrite(call) && worked(call) && call.result.position < step.position,
  );
  const known = knownAt(trajectory, step.position);
  return worst(
    sentencesOf(said.text).map((sentence) => {
      if (
        !DONE.test(plain(sentence)) ||
        /\b(if|once|after|when|before|not|only|cannot|can't|status|verif\w+|authenticat\w+|already|will|until)\b/.test(
          plain(sentence),
        )
      )
        return true;
      const ids = orderIdsIn(sentence);
      const missing = ids.filter(
        (id) =>
          !made.some((call) => orderIdOf(call) === id) &&
          !/cancel|return|exchange|modif/.test(String(own(known.orders.get(id), 'status'))),
      );
      const later = callsOf(trajectory).find(
        (call) =>
          isWrite(call) &&
          worked(call) &&
          call.position > step.position &&
          (ids.length === 0 || missing.includes(orderIdOf(call))),
      );
      const more = later === undefined ? {} : { recovered: later.position };
      if (ids.length > 0 && missing.length === ids.length)
        return broken(
          `reported as done, but no change of ${missing.join(', ')} was made`,
          [quote(step.position, sentence.trim().slice(0, 200))],
          more,
        );
      if (ids.length === 0 && made.length === 0)
        return broken(
          'reported as done, but no call had changed anything',
          [quote(step.position, sentence.trim().slice(0, 200))],
          more,
        );
      return true;
    }),
  );
}

const OFFERS = /\b(proceed|go ahead|confirm|shall i|should i|would you like me|do you want me)\b/;

/** 1.4: what the agent proposed and the user agreed to is then done, for each order that was listed. */
function agreedWasDone(trajectory) {
  const dialogue = dialogueOf(trajectory);
  const calls = callsOf(trajectory);
  const last = trajectory.steps.at(-1);
  const verdicts = dialogue.map((turn, at) => {
    const reply = dialogue[at + 1];
    if (turn.who !== 'agent' || reply?.who !== 'user' || !OFFERS.test(turn.plain)) return true;
    const agreed =
      /^\W*(yes|yeah|yep|sure|ok|okay|correct|confirmed|please proceed|please go ahead|go ahead|absolutely|that works|that's correct|perfect|sounds good|i confirm)\b/.test(
        reply.plain,
      );
    if (
      !agreed ||
      reply.plain.includes('###stop###') ||
      /\b(but|however|actually|also|instead|wait|before|first|except|transfer|human|escalat\w*|connect)\b/.test(reply.plain)
    )
      return true;
    const families = Object.values(WRITES).filter(({ act }) => act.test(turn.plain));
    if (families.length === 0) return true;
    const known = knownAt(trajectory, turn.position);
    const spoken = sentencesOf(turn.text).filter((sentence) => families.some(({ act }) => act.test(plain(sentence))));
    const listed = orderIdsIn([...spoken, reply.text].join('\n')).filter((id) =>
      /^(pending|delivered)$/.test(String(own(known.orders.get(id), 'status'))),
    );
    const answer = dialogue.find(
      (one) =>
        one.who === 'agent' && one.position > reply.position && !calls.some((call) => call.position === one.position),
    );
    const until = answer?.position ?? Number.POSITIVE_INFINITY;
    const tried = calls.filter((call) => isWrite(call) && call.position > reply.position);
    const transfer = calls.find((call) => call.name === 'transfer_to_human_agents' && call.position > reply.position);
    if (tried.length === 0) {
      if (
        answer !== undefined &&
        ASKS.test(answer.plain) &&
        dialogue.some(
          (one) => one.who === 'user' && one.position > answer.position && !one.plain.includes('###stop###'),
        )
      )
        return true;
      if (known.orders.size === 0 && !/address/.test(turn.plain)) return true;
      const step = transfer ?? answer ?? last;
      return broken(
        'the user agreed to what the agent had proposed, and nothing was done',
        [quote(turn.position, firstWords(turn.text)), quote(reply.position, firstWords(reply.text))],
        { step: step.position },
      );
    }
    const left = listed.filter((id) => !tried.some((call) => orderIdOf(call) === id));
    const doneNow = tried.filter((call) => call.position < until && listed.includes(orderIdOf(call)));
    if (
      listed.length < 2 ||
      left.length === 0 ||
      doneNow.length === 0 ||
      answer === undefined ||
      !DONE.test(answer.plain)
    )
      return true;
    return broken(
      `the user agreed to changes of ${listed.join(', ')}, and ${left.join(', ')} was never changed`,
      [quote(turn.position, left[0]), quote(answer.position, firstWords(answer.text))],
      { step: answer.position },
    );
  });
  return worst(verdicts);
}

// ---------- The checks: transfer ----------

const WANTS = [
  { words: /\b(return|refund|send back)/, tools: ['return_delivered_order_items'] },
  { words: /\b(exchang|replac|swap)/, tools: ['exchange_delivered_order_items', 'modify_pending_order_items'] },
  { words: /\bcancel/, tools: ['cancel_pending_order'] },
  {
    words: /\b(modif|chang|updat)\w*\b/,
    tools: [
      'modify_pending_order_items',
      'modify_pending_order_address',
      'modify_pending_order_payment',
      'modify_user_address',
    ],
  },
];

/** 1.7: a user is handed to a person only when the tools cannot serve the request. */
function transferOnlyWhenNeeded(trajectory, step) {
  const known = knownAt(trajectory, step.position);
  const calls = callsOf(trajectory).filter((call) => call.position < step.position);
  const { before } = lastExchange(trajectory, step.position);
  const user = before.filter((turn) => turn.who === 'user');
  if (
    user.some((turn) =>
      /\b(human|person|representative|supervisor|manager|someone else|live agent)\b/.test(plain(turn.text)),
    )
  )
    return unsure('the user asked for a person');
  if (known.userId === null) return unsure('the user was not found');
  const asked = WANTS.filter((want) => user.some((turn) => want.words.test(turn.plain)));
  const open = asked.filter((want) => !calls.some((call) => want.tools.includes(call.name)));
  const served = calls.some(isWrite);
  const unread = unreadOrders(known) ?? [];
  for (const want of open) {
    const needed = new Set(want.tools.map((name) => WRITES[name].status));
    const order = [...known.orders.values()].find(
      (one) => needed.has(one.status) && one.items.some((item) => user.some((turn) => names(turn.text, item.name))),
    );
    if (order !== undefined && !served) {
      return broken(
        `the user was transferred, though ${want.tools[0]} could serve the request for ${order.order_id} (${order.status}) and was not tried`,
        [quote(step.position, callsAt(trajectory, step)[0].text.slice(0, 200))],
      );
    }
  }
  if (asked.length > 0 && !served && known.orders.size === 0 && unread.length > 0)
    return broken('the user was transferred before any order was read', [
      quote(step.position, callsAt(trajectory, step)[0].text.slice(0, 200)),
    ]);
  return true;
}
