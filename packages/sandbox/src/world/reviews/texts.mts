/** Invented, in several languages, as guests write. */
export const REVIEW_TEXTS = {
	good: [
		'Quiet room, friendly people, a very good breakfast.',
		'We came for two nights and would have liked to stay for four.',
		'Sehr freundlicher Empfang, alles sauber, gerne wieder.',
		'Lage und Frühstück waren ausgezeichnet.',
		'Très bon séjour, la chambre donnait sur le jardin.',
		'Todo perfecto, volveremos el año que viene.',
		'Good value for the money; the lift is slow.',
	],
	bad: [
		'The room was cold and nobody answered the phone.',
		'We waited forty minutes to check in.',
		'Das Zimmer war laut und die Dusche kalt.',
		'La salle de bain n’était pas propre.',
		'Ruidoso toda la noche, no pudimos dormir.',
	],
} as const;
