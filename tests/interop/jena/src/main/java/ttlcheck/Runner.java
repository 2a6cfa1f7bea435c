package ttlcheck;

public final class Runner {
    public static void main(String[] arguments) {
        System.out.println(org.apache.jena.Jena.VERSION);
    }
}
