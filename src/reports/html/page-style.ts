const LIGHT = `
--bg:#f6f6f4;--card:#fff;--soft:#f3f3f0;--line:#dededa;--text:#1b1d21;--note:#575c66;--link:#1a56b8;
--bad:#b3231a;--bad-bg:#fdeeec;--bad-line:#e2a49f;--good:#1b6b3a;--good-bg:#e8f4ec;--warn:#7d5200;--warn-bg:#fdf3dc;--warn-line:#e2c377;
--mark:#ffe49a;--hit:#ffb74a;--hit-text:#1b1d21;--quote:#6a3a86;--guilty:#c4281c;--key:#345b86;
--user:#cfe0fb;--agent:#dcd6f6;--tool:#c8e8e3;--environment:#f2dfb9;--system:#dee0e3;--cell:#2a2d33`;

const DARK = `
--bg:#131417;--card:#1b1d21;--soft:#22252a;--line:#363a41;--text:#e8e8ea;--note:#a8adb7;--link:#8ab6ff;
--bad:#ff9188;--bad-bg:#34191a;--bad-line:#7d3530;--good:#7ccf98;--good-bg:#16291d;--warn:#e9bd62;--warn-bg:#2f260f;--warn-line:#6e571d;
--mark:#5d4a12;--hit:#ffb74a;--hit-text:#1b1d21;--quote:#d3aaf0;--guilty:#d8392c;--key:#9dbde2;
--user:#264373;--agent:#413576;--tool:#17524c;--environment:#5c4515;--system:#3c4047;--cell:#f0f0f2`;

const INDENTS = Array.from({ length: 12 }, (_, index) => `.n${index + 1}{padding-left:${(index + 1) * 2}ch}`).join('');

/** The page's whole style. No colour, font or image from anywhere else. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK}}}
:root[data-theme=dark]{color-scheme:dark;${DARK}}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
html{scroll-padding-top:60px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,p,ul,ol,dl,dd,table{margin:0;padding:0}
ul,ol{list-style:none}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
button,input{font:inherit;color:inherit}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
code,.t,.amount{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.867em}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.note{color:var(--note);font-size:.9em}
.warn{color:var(--warn);font-size:.9em}
.bad{color:var(--bad)}.okay,.good{color:var(--good)}
.okay{font-size:.9em}
.skip-link{position:absolute;left:-999px;top:0;background:var(--card);padding:8px 12px;z-index:9}
.skip-link:focus{left:8px;top:8px}
.bar{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:16px;padding:0 20px;height:48px;background:var(--card);border-bottom:1px solid var(--line)}
.brand{font-weight:700;color:var(--text);text-decoration:none;white-space:nowrap}
.links{display:flex;gap:14px;margin-left:auto}
.links a{color:var(--note);text-decoration:none}
.links a:hover{color:var(--text);text-decoration:underline}
.theme{display:none;width:32px;height:32px;border:1px solid var(--line);border-radius:8px;background:none;cursor:pointer;padding:0}
.js .theme{display:inline-grid;place-items:center}
.theme::before{content:"";width:14px;height:14px;border-radius:50%;border:2px solid currentColor;background:linear-gradient(90deg,currentColor 50%,transparent 50%)}
.page{max-width:1360px;margin:0 auto;padding:24px 20px 64px}
.verdict{padding:4px 0 20px}
.src{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-bottom:10px}
.name{font-weight:600}
.chip{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:0 9px;font-size:.82em;line-height:1.65;color:var(--note);background:var(--card)}
.out-failed{color:var(--bad);background:var(--bad-bg);border-color:var(--bad-line)}
.out-succeeded{color:var(--good);background:var(--good-bg);border-color:var(--good)}
.out-unknown{color:var(--warn);background:var(--warn-bg);border-color:var(--warn-line)}
h1,.h1{font-size:clamp(1.45rem,1.05rem + 1.5vw,2.1rem);line-height:1.2;letter-spacing:-.015em;font-weight:700;max-width:44em;text-wrap:pretty}
.verdict.bad{color:inherit}.verdict.good{color:inherit}
.verdict.bad h1,.verdict.bad .h1{border-left:5px solid var(--guilty);padding-left:14px}
.verdict.good h1,.verdict.good .h1{border-left:5px solid var(--good);padding-left:14px}
.verdict.unsure h1,.verdict.unsure .h1{border-left:5px solid var(--warn);padding-left:14px}
h2{font-size:1.05rem;line-height:1.3}
.card h3,.card h4{font-size:.82rem;color:var(--note);font-weight:600;margin:14px 0 4px}
.level2 .card h3{font-size:1.05rem;color:inherit;margin:0}
.alert{margin-top:14px;padding:10px 14px;border:1px solid var(--warn-line);background:var(--warn-bg);color:var(--warn);border-radius:10px;font-weight:600}
.alert li+li{font-weight:400}
.findings{margin-top:16px;display:grid;gap:12px}
.findings>li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px}
.findings .msg{font-size:1.08em}
.rule{color:var(--note)}
.findings>li,.log td,.markers li,.sh,h1,.h1{overflow:clip}
.quotes{margin-top:6px;display:grid;gap:4px}
.quote{display:inline-flex;gap:8px;align-items:baseline;color:inherit;text-decoration:none;max-width:100%}
.quote .no{flex:none;font-size:.85em;color:var(--link);text-decoration:underline;text-underline-offset:2px}
.quote q{color:var(--quote);min-width:0}
.quote:hover q{text-decoration:underline}
q{quotes:"\\201c" "\\201d"}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,250px),1fr));gap:14px 28px;margin-top:18px}
dt{font-size:.82rem;color:var(--note)}
.task{margin-top:16px;display:grid;gap:6px;grid-template-columns:minmax(0,1fr)}
details>summary{cursor:pointer}
.task summary{font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.task summary .note{font-weight:400}
.task details[open] summary .note{display:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 18px;scroll-margin-top:60px}
.card>h2{margin-bottom:10px}
.time{margin-bottom:20px}
.tl{display:flex;flex-wrap:wrap;gap:3px;margin:2px 0 12px}
.tl-l li{flex:1 1 24px;max-width:72px}
.tl-m li{width:20px}
.tl-s li{width:13px}
.tl-s{gap:2px}
.c{position:relative;display:flex;flex-direction:column;align-items:stretch;text-decoration:none;color:var(--text);text-align:center}
.c i{font-style:normal;display:block;overflow:hidden}
.tl .f{height:15px;font-size:10px;line-height:14px;font-weight:700;color:var(--text);letter-spacing:.5px}
.tl .n{height:26px;line-height:26px;font-size:11px;border-radius:5px;background:var(--system)}
.tl-s .n{height:16px;border-radius:3px}
.tl-s .f{height:12px;line-height:12px;font-size:9px;letter-spacing:0;margin:0 -3px}
.tl.tl-s .c::after{height:4px;margin-top:1px}
.tl-s .p .n::before{bottom:9px}
.c.user .n,.legend .user{background:var(--user)}
.c.agent .n,.legend .agent{background:var(--agent)}
.c.tool .n,.legend .tool{background:var(--tool)}
.c.environment .n,.legend .environment{background:var(--environment)}
.c.system .n,.legend .system{background:var(--system)}
.c.mk .n{box-shadow:inset 0 0 0 2px var(--cell)}
.c.guilty .n{background:var(--guilty);color:#fff;font-weight:700}
.c.guilty .f{color:var(--bad)}
.tl .c::after{content:"";height:5px;margin-top:2px;border-radius:2px}
.c.v::after{background:var(--guilty)}
.c.vr::after{border:1.5px solid var(--warn)}
.tl .p .n::before{content:"";position:absolute;left:50%;bottom:10px;width:5px;height:5px;margin-left:-2.5px;border-radius:50%;background:var(--cell)}
.tl .p.guilty .n::before{background:#fff}
.tl a:hover .n,.tl a:focus-visible .n{filter:brightness(.92) saturate(1.4)}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:.82rem;color:var(--note)}
.legend li{display:flex;align-items:center;gap:6px}
.legend .c{width:14px;height:14px;border-radius:4px}
.legend .guilty{background:var(--guilty)}
.legend .v::after,.legend .vr::after{content:"";position:absolute;left:0;right:0;top:4px;height:5px;border-radius:2px}
.legend .p::after{content:"";width:6px;height:6px;border-radius:50%;background:var(--cell);margin:4px auto}
.markers{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,250px),1fr));gap:10px;margin-top:14px}
.markers li{border-top:3px solid var(--line);padding-top:6px}
.markers .leads{border-color:var(--guilty)}
.markers a{font-weight:600;text-decoration:none;color:inherit}
.markers a:hover{text-decoration:underline}
.letters{display:inline-block;font-size:.75rem;border:1px solid var(--note);border-radius:4px;padding:0 4px;margin-right:4px}
.markers .leads .letters{background:var(--guilty);border-color:var(--guilty);color:#fff}
.what span{border-bottom:1px dotted var(--note);cursor:help}
.cols{display:grid;gap:20px;grid-template-columns:minmax(0,1fr)}
.side{display:grid;gap:20px;align-content:start;min-width:0}
.reasons{display:grid;gap:7px}
.reasons li{display:grid;grid-template-columns:3.6em 90px minmax(0,1fr);gap:10px;align-items:center}
.bar+*{min-width:0}
svg.bar{position:static;display:block;width:100%;height:10px;padding:0;border:0;background:none;z-index:0}
.for rect{fill:var(--guilty)}.against rect{fill:var(--note)}.reasons .axis{fill:var(--line)}
.amount{text-align:right;color:var(--note)}
.alts{display:grid;gap:10px}
.alts .reasons{margin-top:4px;font-size:.92em}
.path li{position:relative;padding:0 0 8px 20px}
.path li::before{content:"";position:absolute;left:3px;top:8px;width:8px;height:8px;border-radius:50%;background:var(--note)}
.path li:first-child::before{background:var(--guilty)}
.path li:not(:last-child)::after{content:"";position:absolute;left:6.5px;top:16px;bottom:-8px;width:1px;background:var(--note)}
.path .skip::before{display:none}
.path .skip{color:var(--note);font-size:.9em}
.via{font-size:.88em;color:var(--note);background:var(--soft);border-radius:4px;padding:1px 6px}
.edges{display:grid;gap:5px}
.filters{display:none;flex-wrap:wrap;gap:6px 8px;margin:10px 0 6px}
.js .filters{display:flex}
.filters label{display:inline-flex;align-items:center;gap:5px;border:1px solid var(--line);border-radius:8px;padding:2px 9px;font-size:.86rem;cursor:pointer}
.filters input[type=checkbox]{margin:0;accent-color:var(--link)}
.filters .n{color:var(--note)}
.find{flex:1 1 130px}
.find input{flex:1;min-width:0;width:100%;border:0;background:none;padding:0}
.find:focus-within{outline:2px solid var(--link);outline-offset:1px}
.find input:focus-visible{outline:none}
.log{width:100%;border-collapse:collapse;table-layout:fixed}
.log th{font-size:.82rem;color:var(--note);font-weight:600;text-align:left;padding:4px 0;border-bottom:1px solid var(--line)}
.log th:first-child{width:52px}
.log td{vertical-align:top;padding:9px 0;border-bottom:1px solid var(--line)}
.log tr:last-child td{border-bottom:0}
.log .where a{font-weight:600}
.status{display:inline-block;font-size:.78rem;border-radius:5px;padding:0 6px;margin-right:4px;background:var(--soft);color:var(--note)}
.st-violated .status{background:var(--bad-bg);color:var(--bad)}
.st-violated.recovered .status,.st-undecided .status,.st-error .status{background:var(--warn-bg);color:var(--warn)}
.st-satisfied .status{background:var(--good-bg);color:var(--good)}
.about{margin-top:4px;font-size:.9em}
.about summary{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em;color:var(--note)}
.about p{padding:2px 0 0 14px}
.cut{color:var(--warn);background:var(--warn-bg);border-radius:8px;padding:6px 10px;margin:8px 0;font-size:.9em}
.notes{display:grid;gap:3px;margin-top:6px}
.made{display:grid;gap:6px}
.made div{display:grid;grid-template-columns:8.5em minmax(0,1fr);gap:10px}
.made dd{font-size:.92em}.made code{color:var(--note)}
.steps{min-width:0;scroll-margin-top:60px}
.steps>h2,.steps>h3{margin:0 0 10px}
.level2 .steps>h3{font-size:1.05rem}
.sl{display:grid;gap:10px;grid-template-columns:minmax(0,1fr)}
.step{background:var(--card);border:1px solid var(--line);border-left:5px solid var(--system);border-radius:10px;padding:10px 14px 12px;scroll-margin-top:60px}
.many .step{content-visibility:auto;contain-intrinsic-size:auto 170px}
.step.user{border-left-color:var(--user)}.step.agent{border-left-color:var(--agent)}.step.tool{border-left-color:var(--tool)}.step.environment{border-left-color:var(--environment)}
.step.guilty{border-color:var(--guilty);border-left-width:5px;background:var(--bad-bg)}
.sh{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 8px;margin-bottom:4px}
.sh h3,.sh h4{font-size:1em;margin:0;font-weight:600}
.sh .no{display:inline-block;min-width:1.9em;text-align:center;border-radius:5px;background:var(--soft);color:inherit;text-decoration:none;padding:0 5px;font-variant-numeric:tabular-nums}
.guilty .sh .no{background:var(--guilty);color:#fff}
.tag{font-size:.78rem;border-radius:5px;padding:0 6px;border:1px solid var(--note);color:var(--text);cursor:help}
.guilty .tag{border-color:var(--bad);color:var(--bad)}
.meta{margin-left:auto;font-size:.8rem;color:var(--note)}
.blame{color:var(--bad);margin-bottom:6px}
.e+.e{margin-top:8px}
.eh{font-size:.9em;color:var(--note)}
.eh code{color:var(--text);font-weight:600}
.t{overflow:clip;overflow-clip-margin:4px;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
.e-message .t,.e-plan .t,.e-reasoning .t,.task .t{font-family:inherit;font-size:1em}
.e-reasoning .t{color:var(--note);font-style:italic}
.e-tool-call .t,.e-tool-result .t,.e-other .t,.e-error .t,.e-guardrail .t{background:var(--soft);border-radius:8px;padding:7px 10px;line-height:1.55}
.guilty .t{background:none}
.t b{font-weight:400;color:var(--key);padding:0 .4ch}
.t i{font-style:normal}
${INDENTS}
.cc{font-size:0}
.cc::after{content:attr(data-c);font:600 10px/1 ui-monospace,Menlo,Consolas,monospace;border:1px solid var(--warn);color:var(--warn);border-radius:3px;padding:0 3px;margin:0 1px;vertical-align:2px}
mark{background:var(--mark);color:inherit;border-radius:2px;padding:1px 0;-webkit-box-decoration-break:clone;box-decoration-break:clone}
.t mark b{color:inherit}
.t mark.hit,.t mark.hit b{background:var(--hit);color:var(--hit-text)}
mark.hit{outline:2px solid var(--hit)}
.js .t:not(.open) .rest{display:none}
.gap{display:none}
.js .t:not(.open) .gap{display:inline}
.gap::before{content:" … " attr(data-n) " more characters … ";color:var(--note);font:italic .85em system-ui,sans-serif}
.more{display:none;margin-top:6px;border:1px solid var(--line);border-radius:7px;background:var(--card);padding:2px 10px;font-size:.86rem;cursor:pointer;color:var(--link)}
.js .more{display:inline-block}
.found{margin-top:8px;display:grid;gap:3px;font-size:.93em}
.found li{padding-left:16px;position:relative}
.found li::before{content:"";position:absolute;left:2px;top:.5em;width:8px;height:8px;border-radius:2px;background:var(--guilty)}
.found li.good::before{background:none;border:1.5px solid var(--good)}
.gap-list{scroll-margin-top:60px}
.gap-list summary{color:var(--note);padding:4px 2px}
.gap-list ol{list-style:decimal inside;font-size:.86rem;border-left:2px solid var(--line);margin:4px 0 4px 6px;padding-left:10px}
.gap-list ol li{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;scroll-margin-top:60px}
.gap-list li::marker{font-weight:600;color:var(--note)}
.at{outline:3px solid var(--link);outline-offset:1px}
.runs{width:100%;border-collapse:collapse}
.runs th,.runs td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid var(--line)}
.runs thead th{font-size:.82rem;color:var(--note)}
.runs tbody th{font-weight:600;max-width:22em}
.runs th,.runs td:not(:last-child){overflow-wrap:break-word}
.runs td:nth-child(2),.runs td:nth-child(3),.runs thead th{white-space:nowrap}
.runs td:nth-child(3){max-width:16em;overflow:hidden;text-overflow:ellipsis}
.tally{display:grid;gap:5px;margin-top:16px;max-width:640px}
.tally li{display:grid;grid-template-columns:minmax(0,17em) minmax(40px,1fr) 3em;gap:10px;align-items:center}
.tally rect{fill:var(--guilty)}
.multi .run{border-top:6px solid var(--line)}
.js .multi .run{display:none;border:0}
.js .multi .run.on{display:block}
.js .multi.one .index{display:none}
@media (min-width:1100px){
.cols{grid-template-columns:minmax(0,1fr) minmax(0,460px)}
.steps{grid-column:1;grid-row:1}
.side{grid-column:2;grid-row:1;position:sticky;top:60px;max-height:calc(100vh - 72px);overflow:auto;padding-right:4px;scrollbar-width:thin}
}
@media (max-width:640px){
.tl-s{gap:1px}.tl-s li{width:9px}.tl-s .f{font-size:8px}
.bar{padding:0 12px;gap:10px}.links{gap:11px;font-size:.88rem}
.page{padding:16px 12px 48px}
.card{padding:14px 13px}
.step{padding:9px 11px 11px}
.meta{margin-left:0;flex-basis:100%}
.reasons li{grid-template-columns:3.4em 56px minmax(0,1fr);gap:8px}
.runs thead{display:none}
.runs,.runs tbody,.runs tr,.runs th,.runs td{display:block;border:0;padding:0}
.runs tr{border-bottom:1px solid var(--line);padding:9px 0}
.runs td:nth-child(2),.runs td:nth-child(3){display:inline-block;margin:2px 8px 2px 0;vertical-align:middle}
.runs tbody th{max-width:none}
.runs .step-no::before{content:"step "}
.tally li{grid-template-columns:minmax(0,1fr) 60px 2em}
}
@media (prefers-reduced-motion:no-preference){.at{animation:at 1.6s ease-out}@keyframes at{from{outline-color:var(--hit)}}}
@media print{.bar,.filters,.more{display:none!important}.side{position:static;max-height:none;overflow:visible}.t .rest{display:inline!important}.gap{display:none!important}.step{break-inside:avoid-page}}
`.trim();
