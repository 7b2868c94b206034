import { Idiomorph } from '/page/idiomorph.js';

/* The server writes the whole page. This script shows the new one in place of the old whenever something has changed,
   sends the forms without leaving the page, and opens its dialogs. */

let newest = 0;
let underWay = 0;
let missed = false;
let fading;
/** How long the words about what was done stay. */
const NOTICE_MS = 8_000;

/**
 * Takes over what differs. What the user is at stays: open dialogs, the focus, how far lists were scrolled.
 * @param kept ids of what stays as it is
 */
function show(text, kept) {
	const next = new DOMParser().parseFromString(text, 'text/html');
	for (const id of kept) next.getElementById(id).textContent = byId(id).textContent;
	document.title = next.title;
	const focused = document.activeElement.id;
	Idiomorph.morph(document.body, next.body, {
		morphStyle: 'innerHTML',
		ignoreActiveValue: true,
		callbacks: {
			beforeNodeMorphed: (node) => !(node instanceof HTMLDialogElement && node.open),
			// The height of a mail is known here alone.
			beforeAttributeUpdated: (name, node) => !(name === 'style' && node instanceof HTMLIFrameElement),
		},
	});
	growFrames();
	// An element that was put elsewhere has lost it.
	if (document.activeElement === document.body && focused) byId(focused)?.focus({ preventScroll: true });
}

const MAX_FRAME_PIXELS = 1_600;

/** A mail is as high as what it says. */
function growFrames() {
	for (const frame of document.querySelectorAll('.mail iframe')) {
		fitFrame(frame);
		frame.onload = () => fitFrame(frame);
	}
}

function fitFrame(frame) {
	const height = frame.contentDocument?.body?.scrollHeight;
	if (height > 0) frame.style.height = `${Math.min(height + 24, MAX_FRAME_PIXELS)}px`;
}

/** Loads an address; the answer to an older question does not replace that to a newer one. */
async function load(address, { kept = [], ...options } = {}) {
	newest += 1;
	underWay += 1;
	const turn = newest;
	try {
		const response = await fetch(address, options);
		const text = await response.text();
		if (turn !== newest) return undefined;
		show(text, kept);
		return response;
	} finally {
		underWay -= 1;
		// Only when the one who asked has taken over the address.
		if (underWay === 0 && missed) setTimeout(refresh);
	}
}

/** The address of what is shown, without the words about what was done last. */
function address() {
	const url = new URL(location.href);
	url.searchParams.delete('notice');
	return url.pathname + url.search;
}

/** The words about what was done stay, and the answer to a deed comes first. */
async function refresh() {
	missed = underWay > 0;
	if (missed) return;
	await load(address(), { kept: ['notice', 'error'] }).catch(() => undefined);
}

function byId(id) {
	return document.getElementById(id);
}

document.addEventListener('submit', (event) => {
	const form = event.target;
	if (form.method !== 'post') return;
	event.preventDefault();
	void send(form);
});

async function send(form) {
	const dialog = form.closest('dialog');
	const body = new URLSearchParams(new FormData(form));
	dialog?.close();
	// Who chose a booking goes on seeing it.
	const opened = new URL(location.href).searchParams.get('booking');
	if (opened !== null && !body.has('booking')) body.set('booking', opened);
	clearTimeout(fading);
	const response = await load(form.action, { method: 'POST', body });
	fading = setTimeout(() => (byId('notice').textContent = ''), NOTICE_MS);
	// The button may be gone, with the focus.
	if (document.activeElement === document.body) byId('notice').focus();
	if (response?.redirected !== true) return;
	const url = new URL(response.url);
	url.searchParams.delete('notice');
	history.replaceState(null, '', url.pathname + url.search + location.hash);
}

document.addEventListener('click', (event) => {
	const opener = event.target.closest('[data-dialog]');
	if (opener !== null) byId(opener.dataset.dialog)?.showModal();
	event.target.closest('[data-close]')?.closest('dialog').close();
	const link = event.target.closest('a[href^="/?"]');
	if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
	event.preventDefault();
	void follow(link);
});

/** Another hotel or booking, without losing the place on the page. */
async function follow(link) {
	history.pushState(null, '', link.href);
	await load(address());
	if (link.hash === '') return;
	const target = byId(link.hash.slice(1));
	target?.scrollIntoView({ block: 'nearest' });
	target?.focus({ preventScroll: true });
}

addEventListener('popstate', () => void load(address()));

growFrames();
const changes = new EventSource('/page/changes');
let first = true;
changes.onmessage = () => {
	if (!first) void refresh();
	first = false;
};
document.documentElement.dataset.ready = 'true';
