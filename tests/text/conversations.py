"""A dozen rounds in each of three languages, and questions with the round that answers each."""

from typing import NamedTuple


class Talk(NamedTuple):
    """A statement in a language, and a question about it."""

    code: str
    said: tuple[str, ...]
    asked: dict[str, int]
    """Questions, each with the place of the round that answers it."""
    phrase: str
    """The phrase to be forgotten; it stands in the first round alone."""


GERMAN = Talk(
    "de",
    (
        "Unsere Katze heißt Minka und schläft am liebsten auf der Fensterbank.",
        "Gestern habe ich mir ein rotes Fahrrad gekauft, es hat 480 Euro gekostet.",
        "Am 3. Mai fliegen wir nach Lissabon und bleiben zehn Tage.",
        "Meine Schwester Hanna arbeitet als Tierärztin in Kiel.",
        "Ich vertrage keine Erdnüsse, davon schwillt mir der Hals zu.",
        "Der Zahnarzttermin wurde auf Donnerstag um halb neun verschoben.",
        "Im Keller steht noch das alte Klavier von Großvater.",
        "Wir haben im Garten drei Apfelbäume gepflanzt.",
        "Mein Vermieter hat die Miete zum Juli erhöht.",
        "Zum Geburtstag wünsche ich mir eine Kamera.",
        "Der neue Kollege kommt aus Portugal und spielt Schach.",
        "Sonntags gehe ich immer im See schwimmen.",
        "Das WLAN im Büro fällt ständig aus.",
    ),
    {
        "Wie heißt unsere Katze?": 0,
        "Was hat mein Fahrrad gekostet?": 1,
        "Wohin fliegen wir im Mai?": 2,
        "Als was arbeitet meine Schwester?": 3,
        "Wann ist der Termin beim Zahnarzt?": 5,
        "Wo steht das Klavier?": 6,
        "Welche Bäume haben wir im Garten gepflanzt?": 7,
        "Wer hat die Miete erhöht?": 8,
    },
    "Minka",
)
ARABIC = Talk(
    "ar",
    (
        "قطتي اسمها لولو وتنام دائمًا على الأريكة.",
        "اشتريتُ أمس دراجة حمراء بأربعمئة دينار.",
        "سنسافر إلى لشبونة في شهر مايو ونبقى عشرة أيام.",
        "أختي سلمى تعمل طبيبة في عمّان.",
        "عندي حساسية من الفول السوداني.",
        "تأجّل موعد طبيب الأسنان إلى يوم الخميس.",
        "البيانو القديم لجدي موجود في القبو.",
        "زرعنا ثلاث أشجار تفاح في الحديقة.",
        "رفع صاحب البيت الإيجار في يوليو.",
        "أتمنى أن أحصل على كاميرا في عيد ميلادي.",
        "زميلي الجديد من البرتغال ويلعب الشطرنج.",
        "أسبح في البحيرة كل يوم أحد.",
        "الإنترنت في المكتب ينقطع كثيرًا.",
    ),
    {
        "ما اسم قطتي؟": 0,
        "بكم اشتريت الدراجة؟": 1,
        "إلى أين سنسافر في مايو؟": 2,
        "ماذا تعمل أختي؟": 3,
        "متى موعد طبيب الأسنان؟": 5,
        "أين البيانو القديم؟": 6,
        "ماذا زرعنا في الحديقة؟": 7,
        "من رفع الإيجار؟": 8,
    },
    "لولو",
)
JAPANESE = Talk(
    "ja",
    (
        "うちの猫の名前はタマで、いつも窓のそばで寝ています。",
        "昨日、赤い自転車を五万円で買いました。",
        "五月にリスボンへ旅行して、十日間泊まります。",
        "妹のさくらは札幌で獣医をしています。",
        "ピーナッツを食べると喉が腫れます。",
        "歯医者の予約が木曜日の朝に変わりました。",
        "祖父の古いピアノは地下室にあります。",
        "庭にりんごの木を三本植えました。",
        "大家さんが七月から家賃を上げました。",
        "誕生日にはカメラが欲しいです。",
        "新しい同僚はポルトガル出身で、将棋が強いです。",
        "日曜日はいつも湖で泳いでいます。",
        "会社の無線がよく切れます。",
    ),
    {
        "猫の名前は何ですか？": 0,
        "自転車はいくらで買いましたか？": 1,
        "五月にどこへ旅行しますか？": 2,
        "妹の仕事は何ですか？獣医？": 3,
        "歯医者の予約はいつですか？": 5,
        "古いピアノはどこにありますか？": 6,
        "庭に何を植えましたか？": 7,
        "誰が家賃を上げましたか？": 8,
    },
    "タマ",
)
TALKS = (GERMAN, ARABIC, JAPANESE)
